// Injected into the page (see dashboard.ts): records the first paint of an element, and layout shifts.
const times = { shown: 0, shift: 0 }
window.benchTimes = times

new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) times.shift += value
}).observe({ type: 'layout-shift', buffered: true })

function look() {
  if (!document.querySelector(window.benchSelector)) requestAnimationFrame(look)
  else {
    // The next frame starts after the element was painted.
    requestAnimationFrame(() => {
      times.shown = performance.now()
    })
  }
}
requestAnimationFrame(look)

/** Scrolls at a speed in pixels per second; speed 0 is the baseline. */
window.benchScroll = async (speed, milliseconds) => {
  const frames = []
  const started = performance.now()
  let last = started
  let cards = 0
  await new Promise((resolve) => {
    function step(now) {
      frames.push(now - last)
      last = now
      cards = Math.max(cards, document.querySelectorAll('article').length)
      window.scrollTo(0, (speed * (now - started)) / 1_000)
      if (now - started < milliseconds) requestAnimationFrame(step)
      else resolve()
    }
    requestAnimationFrame(step)
  })
  const sorted = frames.slice(1).toSorted((a, b) => a - b)
  return { frame: sorted[Math.floor(sorted.length * 0.95)] ?? 0, cards }
}
