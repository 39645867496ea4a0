// Runs in the page from its very start (see dashboard.ts): when the first element of the given kind was
// painted, and what moved.
const times = { shown: 0, shift: 0 }
window.benchTimes = times

new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) times.shift += value
}).observe({ type: 'layout-shift', buffered: true })

function look() {
  if (!document.querySelector(window.benchSelector)) requestAnimationFrame(look)
  else {
    // The frame that follows the one in which it was painted.
    requestAnimationFrame(() => {
      times.shown = performance.now()
    })
  }
}
requestAnimationFrame(look)

/** So many pixels a second for that time, frame by frame; none at all is the floor. */
window.benchScroll = async (speed, milliseconds) => {
  const frames = []
  const begun = performance.now()
  let last = begun
  let cards = 0
  await new Promise((resolve) => {
    function step(now) {
      frames.push(now - last)
      last = now
      cards = Math.max(cards, document.querySelectorAll('article').length)
      window.scrollTo(0, (speed * (now - begun)) / 1_000)
      if (now - begun < milliseconds) requestAnimationFrame(step)
      else resolve()
    }
    requestAnimationFrame(step)
  })
  const sorted = frames.slice(1).toSorted((a, b) => a - b)
  return { frame: sorted[Math.floor(sorted.length * 0.95)] ?? 0, cards }
}
