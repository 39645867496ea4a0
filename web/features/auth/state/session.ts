import { useSyncExternalStore } from 'react'
import { supabase } from '../../../lib/backend/supabase.ts'
import { hasSecondFactor } from '../api/second-factor.ts'

export type Session =
  | { status: 'loading' }
  | { status: 'signedOut' }
  /** The password was right; the second factor is still missing. */
  | { status: 'needsCode'; userId: string }
  | { status: 'signedIn'; userId: string; email: string; hasSecondFactor: boolean }

let session: Session = { status: 'loading' }
const listeners = new Set<() => void>()

function change(next: Session): void {
  if (JSON.stringify(next) === JSON.stringify(session)) return
  session = next
  for (const listener of listeners) listener()
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

function sessionOf(found: Found): Session {
  if (!found) return { status: 'signedOut' }
  const { id: userId, email = '', factors } = found.user
  const hasFactor = hasSecondFactor(factors)
  return hasFactor && !isStrong(found.access_token)
    ? { status: 'needsCode', userId }
    : { status: 'signedIn', userId, email, hasSecondFactor: hasFactor }
}

const personIn = (state: Session) => (state.status === 'signedIn' ? state.userId : undefined)

type SessionEvents = {
  /** After every auth event. */
  onChange: () => void
  onSignOut: () => void
}

/** Follows the session of the Supabase client, across tabs. Rejects if it cannot be loaded. */
export async function startSession({ onChange, onSignOut }: SessionEvents): Promise<void> {
  function follow(found: Found): void {
    const before = personIn(session)
    change(sessionOf(found))
    if (before && personIn(session) !== before) onSignOut()
  }
  supabase().auth.onAuthStateChange((_event, found) => {
    follow(found)
    onChange()
  })
  const { data, error } = await supabase().auth.getSession()
  follow(data.session)
  if (error) throw error
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentSession = (): Session => session

export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession)
