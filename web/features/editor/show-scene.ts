/** Scrolls to a scene of the current script, which is the last screenplay on the page. */
export function showScene(index: number): void {
  const script = [...document.querySelectorAll('main .screenplay')].at(-1)
  if (script?.hasAttribute('data-late')) {
    // Its elements are still being added.
    requestAnimationFrame(() => showScene(index))
    return
  }
  const headings = script?.querySelectorAll('[data-element="scene-heading"]')
  headings?.[index]?.scrollIntoView({ block: 'start' })
}
