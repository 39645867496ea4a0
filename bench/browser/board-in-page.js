// Injected into the page (see board.ts): when something is shown for the first time.
const wanted = { page: '.cm-line', board: '[data-card]' }
const seen = { ready: 0 }
window.benchSeen = seen

const isShown = (what) =>
  [...document.querySelectorAll(wanted[what])].some(
    (element) =>
      element.textContent !== '' && element.checkVisibility({ visibilityProperty: true }),
  )

/** Resolves to the time when it was painted. */
const shown = (what) =>
  new Promise((done) => {
    requestAnimationFrame(function look() {
      // The next frame starts after the element was painted.
      if (isShown(what)) requestAnimationFrame(() => done(performance.now()))
      else requestAnimationFrame(look)
    })
  })

async function watch() {
  seen.ready = await shown(window.benchWaitsFor)
}
if (window.benchWaitsFor) void watch()

/** Changes between page and board; resolves to how long it takes. */
window.benchShowAs = async (what) => {
  const name = what === 'page' ? 'Page' : 'Board'
  const group = document.querySelector('fieldset[aria-label="Show the script as"]')
  const button = [...group.querySelectorAll('button')].find((one) => one.textContent === name)
  const start = performance.now()
  button.click()
  return (await shown(what)) - start
}
