import { setInterval } from 'node:timers/promises'
import { openHostileProvider } from './hostile-provider.ts'

type Body = { messages: { content: string }[] }
/** What a prompt's latest request has got, and how many there were. */
type Told = { requests: number; pieces: number; isWhole: boolean }
/** So much is said to a prompt's first request, and the rest only then. */
type Pause = { after: number; until: Promise<unknown> }

const NAME = /(?<=the script of )[\w-]+/g
const PIECE_EVERY = 40

/** Not all of the same length, so that they do not end together. */
const piecesOf = (name: string, take: number) =>
  Array.from({ length: 30 + (name.charCodeAt(name.length - 1) % 5) * 4 }, (_, n) => {
    return `${name}, take ${take}, line ${n}.\n`
  })

export const promptFor = (name: string): string => `Write the script of ${name}.`

/** What is written for that prompt when it is asked for the first, second, ... time. */
export const scriptOf = (name: string, take: number): string => piecesOf(name, take).join('')

/** A provider that takes its time: whatever happens to its reader happens in the middle. */
export async function openSlowProvider(pauseOfFirst?: Pause) {
  const told = new Map<string, Told>()
  const of = (name: string) => told.get(name) ?? { requests: 0, pieces: 0, isWhole: false }
  let open = 0
  const { baseUrl } = await openHostileProvider('openai-compatible', async (answer, request) => {
    const name = (request.body as Body).messages.at(-1)?.content.match(NAME)?.at(-1) ?? ''
    const now: Told = { requests: of(name).requests + 1, pieces: 0, isWhole: false }
    told.set(name, now)
    const gone = new AbortController()
    const watch = async () => {
      open += 1
      await request.closed
      open -= 1
      gone.abort()
    }
    void watch()
    const ticks = setInterval(PIECE_EVERY, undefined, { signal: gone.signal })
    for (const piece of piecesOf(name, now.requests)) {
      const mustWait = now.requests === 1 && now.pieces === pauseOfFirst?.after
      if (mustWait) await pauseOfFirst.until
      const { done } = await ticks.next().catch(() => ({ done: true }))
      if (done) return
      answer.say(piece)
      now.pieces += 1
    }
    answer.end()
    now.isWhole = true
  })
  return { baseUrl, of, open: () => open }
}
