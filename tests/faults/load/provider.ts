import { setTimeout as pause } from 'node:timers/promises'
import { openHostileProvider } from '../../support/providers/hostile-provider.ts'

type Body = { messages: { content: string }[] }

const PIECES = 12
const PIECE_EVERY = 40

/** Rewrites the scene that it is asked for, within half a second, unless it is away. */
export async function openSceneProvider() {
  let isAway = false
  const { baseUrl } = await openHostileProvider('openai-compatible', async (answer, request) => {
    if (isAway) {
      answer.reset()
      return
    }
    const prompt = (request.body as Body).messages.at(-1)?.content ?? ''
    const [, id = '1', name = ''] = /Rewrite scene (\d+) for ([\w-]+)/.exec(prompt) ?? []
    answer.say(`<scene id="${id}">\nINT. ANSWER - DAY\n\n`)
    for (let n = 0; n < PIECES; n += 1) {
      await pause(PIECE_EVERY)
      if (isAway) {
        answer.reset()
        return
      }
      answer.say(`Line ${n} of the answer to ${name}.\n`)
    }
    answer.say('</scene>')
    answer.end()
  })
  return {
    baseUrl,
    setAway(away: boolean) {
      isAway = away
    },
  }
}
