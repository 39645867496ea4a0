// Injected into the page (see notes.ts): when a panel is drawn after its button was clicked.
const panels = { Notes: '[data-side-panel] article', Bible: '[data-side-panel] p' }

const isThere = (selector) =>
  [...document.querySelectorAll(selector)].some(
    (element) =>
      element.textContent !== '' && element.checkVisibility({ visibilityProperty: true }),
  )

/** Resolves to how long it takes until the panel with its first entries is painted. */
window.benchOpenPanel = (name) =>
  new Promise((done) => {
    const start = performance.now()
    ;[...document.querySelectorAll('button')].find((one) => one.textContent === name).click()
    requestAnimationFrame(function look() {
      // The next frame starts after the element was painted.
      if (isThere(panels[name])) requestAnimationFrame(() => done(performance.now() - start))
      else requestAnimationFrame(look)
    })
  })
