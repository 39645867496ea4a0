import { type FetchQueryOptions, type Query, QueryObserver } from '@tanstack/react-query'
import type { LoaderFunction, LoaderFunctionArgs, Location } from 'react-router'
import { profileKeys, profileQuery } from '../features/auth/api/profile.ts'
import {
  currentSession,
  endSession,
  isSignOutExpected,
  renewToken,
  startSession,
  verifySession,
} from '../features/auth/state/session.ts'
import { latestConversationQuery } from '../features/chat/api/conversations.ts'
import { messagesQuery } from '../features/chat/api/messages.ts'
import { modelsQuery } from '../features/chat/api/models.ts'
import {
  type HistoryState,
  historyStateOf,
  isFollowing,
  openId,
} from '../features/document/address.ts'
import { openTextQuery } from '../features/document/open-text.ts'
import { noticesQuery } from '../features/notices/current-notices.ts'
import { savedScriptsQuery } from '../features/scripts/api/saved-scripts.ts'
import { scriptQuery } from '../features/scripts/api/script.ts'
import { tagsQuery } from '../features/scripts/api/tags.ts'
import { onSessionRefused, queryClient } from '../lib/backend/query-client.ts'
import { recoveryKeys } from '../features/auth/api/sign-in.ts'
import { followTokens } from '../lib/backend/fresh-token.ts'
import { RequestError } from '../lib/backend/request-error.ts'
import { connect } from '../lib/backend/supabase.ts'
import { reasonOf } from '../error-text.ts'
import { logError } from '../lib/log.ts'
import { pause } from '../lib/timing.ts'
import { clearUserState } from '../lib/user-state.ts'
import { messages } from '../messages/first.ts'
import { showToast } from '../ui/feedback/toast.ts'
import { noteFocus } from '../ui/overlay/returning-focus.ts'
import { eraseTexts } from './left-texts.ts'

const RETRY_EVERY = 2_000

/** All queries except that of the recovery link, which needs no session and may be for another account. */
const belongsToUser = ({ queryKey }: Query) => queryKey[0] !== recoveryKeys.all[0]

const hasRefusedSession = ({ state: { error } }: Query) =>
  error instanceof RequestError && error.isSessionOver

const { sessionErrorTitle, sessionError } = messages.auth
const showSessionError = (reason: string) =>
  showToast({ title: sessionErrorTitle, message: sessionError(reason), kind: 'error' })

/** Retries until the server responds; only the first failure is shown. */
async function connectWithRetry(): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      await connect()
      return
    } catch (error) {
      if (failures === 0) {
        logError(messages.connecting.failed, error)
        showToast({ title: messages.connecting.failed, kind: 'error' })
      }
      await pause(RETRY_EVERY)
    }
  }
}

async function begin(): Promise<void> {
  await connectWithRetry()
  onSessionRefused(() => void verifySession())
  followTokens({
    renew: renewToken,
    onEnded: (message) => {
      // Whoever signs out with a session that is over gets what they want.
      if (isSignOutExpected()) return
      showSessionError(message === '' ? messages.auth.sessionEnded : message)
      void endSession()
    },
  })
  try {
    await startSession({
      onChange: () => {
        void queryClient.invalidateQueries({ queryKey: profileKeys.all })
        // With a new token these may succeed.
        void queryClient.invalidateQueries({ predicate: hasRefusedSession })
      },
      // The next user of this browser must see nothing of this one.
      onSignOut: ({ userId, isUserInitiated }) => {
        if (!isUserInitiated) noteFocus(userId)
        const cleared = clearUserState(isUserInitiated)
        // If the session only expired, keep the text that the server does not have yet.
        if (isUserInitiated) void eraseTexts(userId, cleared)
        queryClient.removeQueries({ predicate: belongsToUser })
      },
    })
  } catch (error) {
    // A refused session has said so already.
    if (error instanceof RequestError && error.isSessionOver) return
    showSessionError(reasonOf(error))
  }
}

/** Resolves once it is known whether somebody is signed in. */
const sessionKnown = begin()

/** How long a page load waits for its data before it shows a spinner instead. */
export const SPINNER_DELAY = 150

const spinnerIsDue = new Promise<void>((resolve) => {
  setTimeout(resolve, SPINNER_DELAY)
})

let isFirstPage = true

/** Of the history entry that the app is loaded with: the router does not pass it to loaders. */
let firstState: HistoryState = {}

export const startWith = (location: Location): void => {
  firstState = historyStateOf(location)
}

/** How long a prefetched query is held; a page that mounts later fetches for itself. */
const HOLD_FOR = 10_000

type Params = LoaderFunctionArgs['params']
type Prefetch = { queryKey: readonly unknown[]; run: () => Promise<void> }
type PageData = (userId: string, params: Params, isFirst: boolean) => Prefetch[]

/** Keeps a query that is not cached (`gcTime: 0`) until the page observes it. */
function hold(queryKey: readonly unknown[]): void {
  const observer = new QueryObserver(queryClient, { queryKey, enabled: false, gcTime: 0 })
  const stopObserving = observer.subscribe(() => undefined)
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'observerAdded' && event.query === observer.getCurrentQuery()) release()
  })
  const timer = setTimeout(release, HOLD_FOR)
  function release(): void {
    clearTimeout(timer)
    unsubscribe()
    stopObserving()
  }
}

function prefetchHeld<Data, Key extends readonly unknown[]>(
  query: FetchQueryOptions<Data, Error, Data, Key> & { queryKey: Key },
): Prefetch {
  return {
    queryKey: query.queryKey,
    run: () => {
      hold(query.queryKey)
      return queryClient.prefetchQuery(query)
    },
  }
}

async function prefetch(pageData: PageData, params: Params): Promise<void> {
  const isFirst = isFirstPage
  isFirstPage = false
  await sessionKnown
  const session = currentSession()
  if (session.status !== 'signedIn') return
  const data = pageData(session.userId, params, isFirst)
  const profile = profileQuery(session.userId)
  await Promise.all([
    ...data.map(({ run }) => run()),
    queryClient.prefetchQuery(profile),
    // The notices are above the page: fetch them with it, to avoid a layout shift later.
    queryClient.prefetchQuery(noticesQuery(session.userId)),
  ])
  // RLS hides everything from users who are not approved: after the approval it must be fetched again.
  if (queryClient.getQueryData(profile.queryKey)?.approved) return
  for (const { queryKey } of data) queryClient.removeQueries({ queryKey })
}

/**
 * Requests the profile and the page's data side by side while the page's code is loading. Only the first
 * page load waits for them: later pages show their own spinner.
 */
const loading =
  (pageData: PageData): LoaderFunction =>
  async ({ params }) => {
    await Promise.race([prefetch(pageData, params), spinnerIsDue])
    return null
  }

export const loadProfile = loading(() => [])

export const loadDashboard = loading((userId) => {
  const scripts = savedScriptsQuery(userId)
  const run = () => queryClient.prefetchInfiniteQuery(scripts)
  const tags = tagsQuery(userId)
  return [
    { queryKey: scripts.queryKey, run },
    { queryKey: tags.queryKey, run: () => queryClient.prefetchQuery(tags) },
  ]
})

export const loadEditor = loading((userId, { scriptId: param }, isFirst) => {
  const scriptId = openId(param)
  const models = {
    queryKey: modelsQuery.queryKey,
    run: () => queryClient.prefetchQuery(modelsQuery),
  }
  // A text that has just begun here would be held as it was, and shown when it is opened again soon.
  const script =
    isFollowing(scriptId) || scriptId === null
      ? [models]
      : [
          models,
          prefetchHeld(scriptQuery(userId, scriptId)),
          prefetchHeld(openTextQuery(userId, scriptId)),
        ]
  // After the first load, a link may open any of the script's conversations: only the page knows which.
  if (!isFirst) return script
  const { chat } = firstState
  if (chat) return [...script, prefetchHeld(messagesQuery(chat))]
  if (scriptId === null || chat === null) return script
  return [...script, prefetchHeld(latestConversationQuery(userId, scriptId))]
})
