import type { Session } from './session.ts'

/** Kept with the history entry of /login: where to go after signing in, for whom, and with which address. */
export type LoginState = { from?: string; userId?: string; email?: string }

const START = '/dashboard'

/** Whoever signed out is done here; a session that ended, or a link, leads back to the same page. */
export function returnState(session: Session, pathname: string): LoginState | null {
  if (session.status === 'signedOut' && session.wasAsked) return null
  const userId = session.status === 'signedOut' ? session.endedFor : undefined
  return { from: pathname, ...(userId && { userId }) }
}

/** Somebody else's page would only be refused. */
export function returnPath(state: unknown, userId: string): string {
  const { from = START, userId: owner = userId } = (state ?? {}) as LoginState
  return owner === userId ? from : START
}
