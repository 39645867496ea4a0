// Key press latency from the browser process to the frame the page submits, from Chromium's trace. Event Timing
// measures until presentation instead, which can be much later in headless mode.
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

/** Latency in ms of each letter typed during the trace. */
export function keyTimes(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const events = traceEvents
    .filter(({ ph }) => ph === 'X')
    .toSorted((one, other) => one.ts - other.ts)
  const eventsNamed = (name: string) => events.filter((event) => event.name === name)
  const letters = eventsNamed('EventDispatch').filter(({ args }) => args.data?.type === 'input')
  // One press and one release per letter.
  const sent = eventsNamed('RenderWidgetHostImpl::ForwardKeyboardEvent').filter(
    (_, n) => n % 2 === 0,
  )
  const commits = eventsNamed('Commit')
  const draws = eventsNamed('MainFrame.Draw')
  return letters.map((letter, n) => {
    const isOfPage = ({ pid }: TraceEvent) => pid === letter.pid
    const commit = commits.find((event) => isOfPage(event) && event.ts >= endOf(letter))
    const draw = commit && draws.find((event) => isOfPage(event) && event.ts >= commit.ts)
    const press = sent[n]
    if (!press || !draw || sent.length !== letters.length)
      throw new Error('The trace is incomplete: a key or its frame is missing.')
    return (endOf(draw) - press.ts) / 1_000
  })
}
