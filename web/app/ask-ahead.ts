import { type FetchQueryOptions, QueryObserver } from '@tanstack/react-query'
import { profileQuery } from '../features/auth/api/profile.ts'
import { latestConversationQuery } from '../features/chat/api/conversations.ts'
import { messagesQuery } from '../features/chat/api/messages.ts'
import { savedScriptsQuery } from '../features/scripts/api/saved-scripts.ts'
import { scriptQuery } from '../features/scripts/api/script.ts'
import { queryClient } from '../lib/backend/query-client.ts'
import { deskStateAtOpening, savedScriptId } from '../features/editor/desk-state.ts'

/** A page that has not come by then asks itself. */
const HELD_FOR = 10_000

type Question = { queryKey: readonly unknown[]; ask: () => Promise<void> }

/** Looks at an answer, which is thrown away when nobody does, until a page looks at it. */
function hold(queryKey: readonly unknown[]): void {
  // How long it is kept afterwards is the page's decision.
  const observer = new QueryObserver(queryClient, { queryKey, enabled: false, gcTime: 0 })
  const lookAway = observer.subscribe(() => undefined)
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'observerAdded' && event.query === observer.getCurrentQuery()) end()
  })
  const timer = setTimeout(end, HELD_FOR)
  function end(): void {
    clearTimeout(timer)
    unsubscribe()
    lookAway()
  }
}

function held<Data, Key extends readonly unknown[]>(
  query: FetchQueryOptions<Data, Error, Data, Key> & { queryKey: Key },
): Question {
  return {
    queryKey: query.queryKey,
    ask: () => {
      hold(query.queryKey)
      return queryClient.prefetchQuery(query)
    },
  }
}

/** Whoever is signed in is sent on from the others. */
const leadingToDashboard = new Set(['/dashboard', '/', '/login', '/signup'])

/** What the page at this address shows first. */
function questions(userId: string, path: string): Question[] {
  if (leadingToDashboard.has(path)) {
    const scripts = savedScriptsQuery(userId)
    const ask = () => queryClient.prefetchInfiniteQuery(scripts)
    return [{ queryKey: scripts.queryKey, ask }]
  }
  const [, page, named] = path.split('/')
  if (page !== 'editor') return []
  const scriptId = savedScriptId(named)
  const { chat } = deskStateAtOpening()
  const ofScript = scriptId === null ? [] : [held(scriptQuery(userId, scriptId))]
  if (chat) return [...ofScript, held(messagesQuery(chat))]
  if (scriptId === null || chat === null) return ofScript
  return [...ofScript, held(latestConversationQuery(userId, scriptId))]
}

/** What the guard and then the page will ask for is on its way while their code still comes. */
export async function askAhead(userId: string): Promise<void> {
  const asked = questions(userId, window.location.pathname)
  const profile = profileQuery(userId)
  await Promise.all([...asked.map(({ ask }) => ask()), queryClient.prefetchQuery(profile)])
  // Who is not approved is shown nothing: it must not be there still when they are.
  if (queryClient.getQueryData(profile.queryKey)?.approved) return
  for (const { queryKey } of asked) queryClient.removeQueries({ queryKey })
}
