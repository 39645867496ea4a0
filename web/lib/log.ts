/** The browser console is the app's log; nothing else writes to it. */
export function logError(what: string, ...details: unknown[]): void {
  console.error(what, ...details)
}

export function logWarning(what: string, ...details: unknown[]): void {
  console.warn(what, ...details)
}
