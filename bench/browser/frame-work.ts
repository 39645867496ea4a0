import type { CDPSession, Page } from '@playwright/test'

type TraceEvent = {
  name: string
  ph: string
  ts: number
  dur?: number
  tdur?: number
  pid: number
  tid: number
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline']

async function traced(session: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as unknown as TraceEvent[])),
  )
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  })
  await act()
  await session.send('Tracing.end')
  await complete
  return events
}

/** What is done, as tasks of the page's main thread, in their order; with the times of its frames. */
async function tracedTasks(page: Page, act: () => Promise<void>) {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (!session) throw new Error('The browser is gone.')
  const events = await traced(session, act)
  await session.detach()
  const paints = events.filter(({ name }) => name === 'PrePaint')
  const [first] = paints
  if (!first) throw new Error('Nothing was painted.')
  const tasks = events
    .filter(({ name, ph, pid, tid }) => {
      return name === 'RunTask' && ph === 'X' && pid === first.pid && tid === first.tid
    })
    .toSorted((one, other) => one.ts - other.ts)
  return { tasks, painted: paints.map(({ ts }) => ts).toSorted((one, other) => one - other) }
}

const longest = (times: readonly (number | undefined)[]) =>
  times.reduce<number>((most, time = 0) => Math.max(most, time), 0) / 1_000

/** The longest task of the main thread in what is done, in ms: as long as the page is blocked, and of that in the processor. */
export async function longestTask(page: Page, act: () => Promise<void>) {
  const { tasks } = await tracedTasks(page, act)
  return { wall: longest(tasks.map(({ dur }) => dur)), cpu: longest(tasks.map(({ tdur }) => tdur)) }
}

/** How long the main thread works for each painted frame of what is done, in ms: all tasks since the one before. */
export async function frameWork(page: Page, act: () => Promise<void>): Promise<number[]> {
  const { tasks, painted } = await tracedTasks(page, act)
  const work: number[] = []
  let sum = 0
  let at = 0
  for (const { ts, dur = 0 } of tasks) {
    sum += dur / 1_000
    let isFrame = false
    while ((painted[at] ?? Infinity) <= ts + dur) {
      isFrame = true
      at += 1
    }
    if (!isFrame) continue
    work.push(sum)
    sum = 0
  }
  return work
}
