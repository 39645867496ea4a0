// Runs in the page from its very start (see editor.ts): when the editor was ready, how long frames took,
// and what moved.
const seen = { ready: 0, shift: 0, blocked: 0 }
window.benchSeen = seen

new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) seen.shift += value
}).observe({ type: 'layout-shift', buffered: true })

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) seen.blocked += Math.max(0, duration - 50)
}).observe({ type: 'longtask', buffered: true })

/** The bare page has its heading; in the editor one can type and the end of the last message is in sight. */
function isReady() {
  if (window.benchWaitsFor === 'heading') return document.querySelector('h1') !== null
  const box = document.querySelector('textarea')
  const last = [...document.querySelectorAll('article')].at(-1)
  if (!box || box.disabled || !last) return false
  const { bottom } = last.getBoundingClientRect()
  return bottom > 0 && bottom <= window.innerHeight
}

function look() {
  if (!isReady()) requestAnimationFrame(look)
  else {
    // The frame that follows the one in which it was painted.
    requestAnimationFrame(() => {
      seen.ready = performance.now()
    })
  }
}
if (window.benchWaitsFor) requestAnimationFrame(look)

/** Notes how far apart the frames are until it is told to stop. */
window.benchFrames = () => {
  const frames = []
  let last = 0
  let isOver = false
  requestAnimationFrame(function step(now) {
    if (last > 0) frames.push(now - last)
    last = now
    if (!isOver) requestAnimationFrame(step)
  })
  return () => {
    isOver = true
    return frames
  }
}
