// Injected into the page (see editor.ts): records when the editor is ready, frame times and layout shifts.
const seen = { ready: 0, shift: 0, blocked: 0 }
window.benchSeen = seen

new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) seen.shift += value
}).observe({ type: 'layout-shift', buffered: true })

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) seen.blocked += Math.max(0, duration - 50)
}).observe({ type: 'longtask', buffered: true })

/** The 404 page has its heading; the editor accepts input and the end of the last message is visible. */
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
    // The next frame starts after the element was painted.
    requestAnimationFrame(() => {
      seen.ready = performance.now()
    })
  }
}
if (window.benchWaitsFor) requestAnimationFrame(look)

/** Records frame intervals until stopped. */
window.benchFrames = () => {
  const frames = []
  let last = 0
  let isStopped = false
  requestAnimationFrame(function step(now) {
    if (last > 0) frames.push(now - last)
    last = now
    if (!isStopped) requestAnimationFrame(step)
  })
  return () => {
    isStopped = true
    return frames
  }
}
