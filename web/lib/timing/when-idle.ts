/** Runs the work in an idle moment, at the latest after `timeout` ms. Safari lacks requestIdleCallback. */
export function whenIdle(work: () => void, timeout: number): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => work(), { timeout })
  else work()
}
