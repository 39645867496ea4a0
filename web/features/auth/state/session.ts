import { useSyncExternalStore } from 'react'
import { supabase } from '../../../lib/backend/supabase.ts'

export type Session =
  | { status: 'loading' }
  | { status: 'signedOut' }
  | { status: 'signedIn'; userId: string; email: string }

let session: Session = { status: 'loading' }
const listeners = new Set<() => void>()

function change(next: Session): void {
  const same =
    next.status === session.status &&
    (next.status !== 'signedIn' || (session as typeof next).userId === next.userId)
  if (same) return
  session = next
  for (const listener of listeners) listener()
}

type Found = { user: { id: string; email?: string | undefined } } | null

const sessionOf = (found: Found): Session =>
  found
    ? { status: 'signedIn', userId: found.user.id, email: found.user.email ?? '' }
    : { status: 'signedOut' }

type SessionEvents = {
  /** After every auth event. */
  onChange: () => void
  onSignOut: () => void
}

/** Follows the session of the Supabase client, across tabs. Rejects if it cannot be loaded. */
export async function startSession({ onChange, onSignOut }: SessionEvents): Promise<void> {
  function follow(found: Found): void {
    const before = session
    change(sessionOf(found))
    if (session === before) return
    if (before.status === 'signedIn') onSignOut()
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
