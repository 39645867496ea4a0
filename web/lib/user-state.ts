import { pause } from './timing.ts'

/** A module's user data that the server may not have yet. */
type UnsentWork = {
  /** Called while the session is still valid. Must not reject. */
  send: (userId: string) => Promise<void>
  /** Whether the server still lacks something. */
  isLeft: (userId: string) => boolean | Promise<boolean>
}

/** A session that has only ended is likely to go on with the same user. */
type Clear = (isUserInitiated: boolean) => void | Promise<void>

const clearing = new Set<Clear>()
const unsent = new Set<UnsentWork>()

/** Longest wait before signing out: a server that does not respond must not keep anybody signed in. */
const MAX_PREPARATION = 5_000

/** Registers a callback that clears a module's user-specific state. */
export function onClearUserState(clear: Clear): void {
  clearing.add(clear)
}

/** Call after sign-out, so that the next user sees nothing of the previous one. */
export async function clearUserState(isUserInitiated = true): Promise<void> {
  await Promise.all([...clearing].map(async (clear) => clear(isUserInitiated)))
}

/** Registers what has to reach the server before the user signs out. */
export function onBeforeSignOut(work: UnsentWork): void {
  unsent.add(work)
}

/** Sequential: a module that is loaded on the way registers itself and is then called as well. */
async function sendAll(userId: string): Promise<void> {
  for (const { send } of unsent) await send(userId)
}

/** Call before signing out. Resolves with whether something would be lost. */
export async function prepareSignOut(userId: string): Promise<boolean> {
  await Promise.race([sendAll(userId), pause(MAX_PREPARATION)])
  const left = await Promise.all([...unsent].map(async ({ isLeft }) => isLeft(userId)))
  return left.includes(true)
}
