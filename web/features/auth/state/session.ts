import { SESSION_KEY, supabase } from '../../../lib/backend/supabase.ts'
import { Store, storedChoice, useStore } from '../../../lib/store.ts'
import { pause } from '../../../lib/timing.ts'
import { requestErrorOf, hasSecondFactor, endUnusedSession } from '../api/sign-in.ts'
import { type LinkOutcome, takeConfirmationLink } from './links.ts'
import { afterTyping, isTyping } from './typing-pause.ts'

export type Session =
  /** Also while the server does not respond and the session is still stored. */
  | { status: 'loading' }
  /**
   * `isUserInitiated`: the user signed out in this tab. `endedUserId`: the user whose session the server or another tab
   * ended. `link`: the outcome of the confirmation link that led here.
   */
  | { status: 'signedOut'; isUserInitiated: boolean; endedUserId?: string; link?: LinkOutcome }
  /** The password was right; the second factor is still missing. */
  | { status: 'needsCode'; userId: string }
  | { status: 'signedIn'; userId: string; email: string; hasSecondFactor: boolean }

const session = new Store<Session>({ status: 'loading' })

/** The session is over, and whoever is typing is not interrupted in the middle of a word. */
const ending = new Store(false)

export const useIsSessionEnding = (): boolean => useStore(ending)

export const currentSession = session.get
export const useSession = (): Session => useStore(session)

function change(next: Session): void {
  if (JSON.stringify(next) !== JSON.stringify(currentSession())) session.set(next)
}

type Found = {
  access_token: string
  user: {
    id: string
    email?: string | undefined
    factors?: { factor_type: string; status: string }[]
  }
} | null

/** The assurance level in the token, read without checking: the server and the database do that. */
function isStrong(token: string): boolean {
  const [, payload = ''] = token.split('.')
  return atob(payload.replaceAll('-', '+').replaceAll('_', '/')).includes('"aal":"aal2"')
}

function sessionOf(found: Found, hasEnded: boolean): Session {
  // A stored session that cannot be refreshed has not ended: the server may only be unreachable.
  const before = currentSession()
  if (!found && !hasEnded && isStored())
    return before.status === 'signedIn' ? before : { status: 'loading' }
  if (!found) return signedOut()
  const { id: userId, email = '', factors } = found.user
  const hasFactor = hasSecondFactor(factors)
  return hasFactor && !isStrong(found.access_token)
    ? { status: 'needsCode', userId }
    : { status: 'signedIn', userId, email, hasSecondFactor: hasFactor }
}

const isStored = () => storedChoice.read(SESSION_KEY) !== null

/** Whose session was stored when the page was loaded. If it is gone afterwards, the server refused it. */
const storedFor = userIdIn(storedChoice.read(SESSION_KEY))

/** Read before the router sees the address. */
const link = takeConfirmationLink()

function userIdIn(json: string | null): string | undefined {
  try {
    return (JSON.parse(json ?? '{}') as { user?: { id?: string } }).user?.id
  } catch {
    return undefined
  }
}

/** True from the moment the user asks to be signed out in this tab. */
let isLeaving = false

export function expectSignOut(): void {
  isLeaving = true
}

export const isSignOutExpected = (): boolean => isLeaving

function signedOut(): Session {
  const before = currentSession()
  if (before.status === 'signedOut') return before
  if (isLeaving) return { status: 'signedOut', isUserInitiated: true }
  const isFirst = before.status === 'loading'
  const endedUserId = isFirst ? storedFor : personIn(before)
  return {
    status: 'signedOut',
    isUserInitiated: false,
    ...(endedUserId && { endedUserId }),
    ...(isFirst && link && { link: link.outcome }),
  }
}

const personIn = (state: Session) => (state.status === 'signedIn' ? state.userId : undefined)

type SessionEvents = {
  /** Called after every auth event. */
  onChange: () => void
  onSignOut: (whose: { userId: string; isUserInitiated: boolean }) => void
}

const nothing = (): void => undefined

/** Follows the session of the Supabase client, across tabs. Rejects if it cannot be loaded yet. */
export async function startSession({ onChange, onSignOut }: SessionEvents): Promise<void> {
  let keepTyping = nothing
  function follow(found: Found, hasEnded = false): void {
    keepTyping()
    const before = personIn(currentSession())
    const next = sessionOf(found, hasEnded)
    const isOver = before !== undefined && next.status === 'signedOut' && !next.isUserInitiated
    ending.set(isOver && isTyping())
    if (ending.get()) {
      keepTyping = afterTyping(() => follow(found, hasEnded))
      return
    }
    change(next)
    if (found) isLeaving = false
    const now = currentSession()
    if (!before || personIn(now) === before) return
    const isUserInitiated = now.status === 'signedOut' && now.isUserInitiated
    onSignOut({ userId: before, isUserInitiated })
  }
  supabase().auth.onAuthStateChange((event, found) => {
    // Another tab's message may arrive before its change of the storage.
    follow(found, event === 'SIGNED_OUT')
    if (!ending.get()) onChange()
  })
  // Users sign in after following the link, so the session that the link opened is never used.
  if (link?.accessToken) void endUnusedSession(link.accessToken)
  const { data, error } = await supabase().auth.getSession()
  follow(data.session)
  if (!error) return
  void reloadWhenReady()
  throw requestErrorOf(error)
}

const ASK_READY_EVERY = 3_000

/**
 * After half a minute without a response the client gives up and refuses to retry for a minute. No page is
 * open yet, so a reload loses nothing.
 */
async function reloadWhenReady(): Promise<void> {
  while (currentSession().status === 'loading') {
    await pause(ASK_READY_EVERY)
    const isReady = await fetch('/ready').then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady && currentSession().status === 'loading') window.location.reload()
  }
}

/** A token that was issued so recently is not renewed: the server would refuse the next one as well. */
const RENEW_AFTER = 10_000
let renewedAt = Number.NEGATIVE_INFINITY
let renewal: Promise<void> | undefined

const currentToken = async () => (await supabase().auth.getSession()).data.session?.access_token

async function refresh(): Promise<void> {
  const { error } = await supabase().auth.refreshSession()
  if (!error) renewedAt = performance.now()
}

/** A token in place of one that the server refused; undefined if there is none. Any number of requests share one refresh. */
export async function renewToken(refused: string): Promise<string | undefined> {
  const known = await currentToken()
  // Another request or tab was faster.
  if (known !== refused) return known
  if (performance.now() - renewedAt < RENEW_AFTER) return undefined
  renewal ??= refresh().finally(() => {
    renewal = undefined
  })
  await renewal
  const renewed = await currentToken()
  return renewed === refused ? undefined : renewed
}

/** The server refused a request: has the session ended, or only its token expired? Refreshing tells. */
export async function verifySession(): Promise<void> {
  const token = await currentToken()
  if (token !== undefined) await renewToken(token)
}

/** The server has ended the session. The client itself would keep it until its access token expires. */
export async function endSession(): Promise<void> {
  if (isStored()) await supabase().auth.signOut({ scope: 'local' })
}
