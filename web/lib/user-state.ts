import { pause } from './pause.ts'

const clearing = new Set<() => void | Promise<void>>()
const preparing = new Set<(userId: string) => Promise<void>>()

/** A server that does not answer must not keep anybody signed in. */
const MOST_PREPARATION = 5_000

/** Registers a callback that clears a module's user-specific state. */
export function onClearUserState(clear: () => void | Promise<void>): void {
  clearing.add(clear)
}

/** Call after sign-out, so that the next user sees nothing of the previous one. */
export async function clearUserState(): Promise<void> {
  await Promise.all([...clearing].map(async (clear) => clear()))
}

/** Registers what needs the session once more, before the user signs out. It must not reject. */
export function onBeforeSignOut(prepare: (userId: string) => Promise<void>): void {
  preparing.add(prepare)
}

/** Call before signing out. */
export async function prepareSignOut(userId: string): Promise<void> {
  const all = Promise.all([...preparing].map((prepare) => prepare(userId)))
  await Promise.race([all, pause(MOST_PREPARATION)])
}
