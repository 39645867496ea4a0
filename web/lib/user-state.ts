const forgetters = new Set<() => void>()

/** What a part of the app remembers of a person beside the queries is forgotten with them. */
export function onClearUserState(forget: () => void): void {
  forgetters.add(forget)
}

/** Whoever was signed in is not any more. */
export function clearUserState(): void {
  for (const forget of forgetters) forget()
}
