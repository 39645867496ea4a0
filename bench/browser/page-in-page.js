// Injected into the page (see page.ts): what has to be watched or moved frame by frame.
const FRAME = 1000 / 60
const seen = { ready: 0 }
window.benchSeen = seen

const scroller = () => document.querySelector('.cm-scroller')

if (window.benchWaitsFor === 'page')
  requestAnimationFrame(function look() {
    const isReady = [...document.querySelectorAll('.cm-line')].some(
      (line) => line.textContent !== '',
    )
    if (!isReady) requestAnimationFrame(look)
    else {
      // The next frame starts after the element was painted.
      requestAnimationFrame(() => {
        seen.ready = performance.now()
      })
    }
  })

/** Fills a text area, with the cursor in the middle of the text. */
window.benchTextArea = (text) => {
  document.body.innerHTML = '<textarea style="width:800px;height:700px;font:16px/16px monospace">'
  const area = document.querySelector('textarea')
  area.value = text
  area.focus()
  const middle = text.indexOf('\n', text.length / 2)
  area.setSelectionRange(middle, middle)
  area.scrollTop = area.scrollHeight / 2
}

/** Scrolls to a page break in the middle of the script. */
window.benchScrollToMiddle = async () => {
  scroller().scrollTop = scroller().scrollHeight / 2
  await new Promise((done) => setTimeout(done, 300))
  const gap = [...document.querySelectorAll('.page-gap')].find(
    (each) => each.getBoundingClientRect().top > 0,
  )
  gap?.scrollIntoView({ block: 'center' })
}

/** The first text of each visible page, by its number. */
const firstTexts = () => {
  const content = document.querySelector('.cm-content')
  return new Map(
    [...document.querySelectorAll('.page-gap')].map((gap) => {
      const after = document.createRange()
      after.setStartAfter(gap)
      after.setEndAfter(content.lastChild)
      return [gap.dataset.page, after.toString().slice(0, 40)]
    }),
  )
}

const moves = { times: [], lastInput: 0 }

/** Watches the visible page breaks: records how long after the last input one moved to another text. */
window.benchWatchBreaks = () => {
  // Keeps the texts of pages that scroll out of sight for a moment.
  const last = firstTexts()
  scroller().addEventListener(
    'beforeinput',
    () => {
      moves.lastInput = performance.now()
    },
    true,
  )
  requestAnimationFrame(function look() {
    const now = firstTexts()
    const isMoved = [...now].some(([page, text]) => last.has(page) && last.get(page) !== text)
    if (isMoved) moves.times.push(performance.now() - moves.lastInput)
    for (const [page, text] of now) last.set(page, text)
    requestAnimationFrame(look)
  })
}
window.benchBreakTimes = () => moves.times

/** Scrolls from the start to the end: the share of late frames, and how often the scrollbar jumped. */
window.benchScroll = async (seconds) => {
  const box = scroller()
  box.scrollTop = 0
  await new Promise((done) => setTimeout(done, 500))
  const frames = []
  const heights = new Set()
  const start = performance.now()
  let last = start
  await new Promise((done) => {
    requestAnimationFrame(function step(now) {
      frames.push(now - last)
      last = now
      heights.add(box.scrollHeight)
      const share = (now - start) / (seconds * 1000)
      box.scrollTop = share * (box.scrollHeight - box.clientHeight)
      if (share < 1) requestAnimationFrame(step)
      else done()
    })
  })
  const late = frames.slice(1).filter((frame) => frame > 2.2 * FRAME).length / frames.length
  return { late, jumps: heights.size - 1 }
}
