const callbacks = new Set<() => void>()

/** Registers a callback that clears a module's user-specific state. */
export function onClearUserState(clear: () => void): void {
  callbacks.add(clear)
}

/** Call after sign-out, so that the next user sees nothing of the previous one. */
export function clearUserState(): void {
  for (const clear of callbacks) clear()
}
