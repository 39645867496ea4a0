/** Scrolls to a scene of the current script. */
export function showScene(index: number): void {
  const script = document.querySelector('main [data-current] .screenplay')
  if (script?.hasAttribute('data-late')) {
    // Its elements are still being added.
    requestAnimationFrame(() => showScene(index))
    return
  }
  const headings = script?.querySelectorAll('[data-element="scene-heading"]')
  headings?.[index]?.scrollIntoView({ block: 'start' })
}
