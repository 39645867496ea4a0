// How long keys take from the browser's process to the picture that the page hands over, by Chromium's trace.
// Its Event Timing ends on the screen instead, and without a screen that end can come much later.
type TraceEvent = {
  name: string
  ph: string
  pid: number
  ts: number
  dur?: number
  args: { data?: { type?: string } }
}

export const keyTraceCategories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'cc',
  'benchmark',
  'input',
]

const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur

/** In milliseconds, a figure for each letter that was typed while the trace ran. */
export function keyTimes(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const events = traceEvents
    .filter(({ ph }) => ph === 'X')
    .toSorted((one, other) => one.ts - other.ts)
  const called = (name: string) => events.filter((event) => event.name === name)
  const letters = called('EventDispatch').filter(({ args }) => args.data?.type === 'input')
  // A press and a release for each letter.
  const sent = called('RenderWidgetHostImpl::ForwardKeyboardEvent').filter((_, n) => n % 2 === 0)
  const commits = called('Commit')
  const draws = called('MainFrame.Draw')
  return letters.map((letter, n) => {
    const isOfPage = ({ pid }: TraceEvent) => pid === letter.pid
    const commit = commits.find((event) => isOfPage(event) && event.ts >= endOf(letter))
    const draw = commit && draws.find((event) => isOfPage(event) && event.ts >= commit.ts)
    const press = sent[n]
    if (!press || !draw || sent.length !== letters.length)
      throw new Error('The trace does not have every key and its picture.')
    return (endOf(draw) - press.ts) / 1_000
  })
}
