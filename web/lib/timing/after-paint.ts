/** Calls back when the browser has drawn what is changed now: work that can wait does not hold it up. */
export function afterPaint(callback: () => void): void {
  // Nothing is drawn in a hidden tab.
  if (document.visibilityState === 'hidden') setTimeout(callback)
  else requestAnimationFrame(() => setTimeout(callback))
}
