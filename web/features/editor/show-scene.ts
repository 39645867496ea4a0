/** Brings a scene of the current script into view: that script is the last one on the page. */
export function showScene(index: number): void {
  const script = [...document.querySelectorAll('main .screenplay')].at(-1)
  if (script?.hasAttribute('data-late')) {
    // Not all of it is there yet.
    requestAnimationFrame(() => showScene(index))
    return
  }
  const headings = script?.querySelectorAll('[data-element="scene-heading"]')
  headings?.[index]?.scrollIntoView({ block: 'start' })
}
