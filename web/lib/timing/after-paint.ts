/** Calls back after the next paint, so that work that can wait does not delay it. */
export function afterPaint(callback: () => void): void {
  // Nothing is drawn in a hidden tab.
  if (document.visibilityState === 'hidden') setTimeout(callback)
  else requestAnimationFrame(() => setTimeout(callback))
}
