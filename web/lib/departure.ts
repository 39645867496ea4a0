const forgetters = new Set<() => void>()

/** What a part of the app remembers of a person beside the queries is forgotten with them. */
export function onDeparture(forget: () => void): void {
  forgetters.add(forget)
}

/** Whoever was signed in is not any more. */
export function depart(): void {
  for (const forget of forgetters) forget()
}
