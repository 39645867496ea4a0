const callbacks = new Set<() => void | Promise<void>>()

/** Registers a callback that clears a module's user-specific state. */
export function onClearUserState(clear: () => void | Promise<void>): void {
  callbacks.add(clear)
}

/** Call after sign-out, so that the next user sees nothing of the previous one. */
export async function clearUserState(): Promise<void> {
  await Promise.all([...callbacks].map(async (clear) => clear()))
}
