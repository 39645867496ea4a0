import { scrollAwayTo } from '../chat/use-auto-scroll.ts'

/** How long to wait for the script to be rendered. */
const RENDERED_WITHIN = 10_000

/** Scrolls to a scene of the current script. */
export function showScene(index: number, until = performance.now() + RENDERED_WITHIN): void {
  const script = document.querySelector('main [data-current] .screenplay')
  if (!script || script.hasAttribute('data-late')) {
    // The elements of the script are still being added.
    if (performance.now() < until) requestAnimationFrame(() => showScene(index, until))
    return
  }
  const headings = script.querySelectorAll('[data-element="scene-heading"]')
  const heading = headings[index]
  if (heading) scrollAwayTo(heading)
}
