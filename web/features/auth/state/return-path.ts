import type { Session } from './session.ts'

/**
 * State of the /login history entry: where to go after signing in, for which user, their address, and whether
 * it has just become the first account.
 */
export type LoginState = {
  from?: string
  fromState?: unknown
  userId?: string
  email?: string
  isFirst?: boolean
}

const START = '/dashboard'

/** The user returns to this page after a session that ended or a direct link, but not after signing out. */
export function returnState(session: Session, pathname: string, state: unknown): LoginState | null {
  if (session.status === 'signedOut' && session.isUserInitiated) return null
  const userId = session.status === 'signedOut' ? session.endedUserId : undefined
  return { from: pathname, fromState: state, ...(userId && { userId }) }
}

/** Another user would be refused the page, so they start at the dashboard. */
export function returnTarget(state: unknown, userId: string): { to: string; state?: unknown } {
  const { from = START, fromState, userId: owner = userId } = (state ?? {}) as LoginState
  return owner === userId ? { to: from, state: fromState } : { to: START }
}
