/** The browser's console is this app's log; everything that is logged goes through here. */
export function logError(what: string, ...details: unknown[]): void {
  console.error(what, ...details)
}

export function logWarning(what: string, ...details: unknown[]): void {
  console.warn(what, ...details)
}
