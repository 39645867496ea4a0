import { setInterval as every } from 'node:timers/promises'
import { openHostileProvider } from './hostile-provider.ts'

type Body = { messages: { content: string }[] }
/** The number of requests for a prompt, and the progress of the latest. */
type Progress = { requests: number; pieces: number; isWhole: boolean }
/**
 * The first request of a prompt gets `after` pieces, and the rest once `until` resolves. Meanwhile it gets
 * reasoning tokens: on a busy machine, silence could last longer than the timeout between tokens.
 */
type Pause = { after: number; until: Promise<unknown> }

const NAME = /(?<=the script of )[\w-]+/g
const PIECE_EVERY = 40
const THOUGHT_EVERY = 1_000

/** The pieces of a script; scripts differ in length, so that they do not end at the same time. */
const piecesOf = (name: string, take: number) =>
  Array.from({ length: 30 + (name.charCodeAt(name.length - 1) % 5) * 4 }, (_, n) => {
    return `${name}, take ${take}, line ${n}.\n`
  })

export const promptFor = (name: string): string => `Write the script of ${name}.`

/** The script for that prompt on the first, second, ... request. */
export const scriptOf = (name: string, take: number): string => piecesOf(name, take).join('')

/** A slow provider, so that a fault happens in the middle of a generation. */
export async function openSlowProvider(pauseOfFirst?: Pause) {
  const progress = new Map<string, Progress>()
  const of = (name: string) => progress.get(name) ?? { requests: 0, pieces: 0, isWhole: false }
  let open = 0
  const { baseUrl } = await openHostileProvider('openai-compatible', async (answer, request) => {
    const name = (request.body as Body).messages.at(-1)?.content.match(NAME)?.at(-1) ?? ''
    const now: Progress = { requests: of(name).requests + 1, pieces: 0, isWhole: false }
    progress.set(name, now)
    const gone = new AbortController()
    const watch = async () => {
      open += 1
      await request.closed
      open -= 1
      gone.abort()
    }
    void watch()
    const think = async (until: Promise<unknown>) => {
      const thinking = setInterval(() => answer.think('Hm. '), THOUGHT_EVERY)
      await Promise.race([until, request.closed])
      clearInterval(thinking)
    }
    const ticks = every(PIECE_EVERY, undefined, { signal: gone.signal })
    for (const piece of piecesOf(name, now.requests)) {
      const mustWait = now.requests === 1 && now.pieces === pauseOfFirst?.after
      if (mustWait) await think(pauseOfFirst.until)
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
