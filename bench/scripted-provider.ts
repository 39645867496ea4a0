// An AI that costs nothing: speaks as OpenAI's kin do, at a steady pace, and remembers when.
import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { longScript } from './long-script.ts'

/** When it happened, in milliseconds by the clock that all processes of a machine share. */
export type Told = { arrived: number; first: number; last: number; longestGap: number }

const THINKING = 500
export const PIECE_EVERY = 20
const PIECE = 'She waits. He turns.'
export const PIECE_LENGTH = PIECE.length

const clock = () => performance.timeOrigin + performance.now()
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const chunk = (delta: object, finish_reason: string | null = null) =>
  data({ id: 'c1', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })
const OPENING = chunk({ role: 'assistant', content: '' })
const saying = (content: string) => chunk({ content })
const SAYING = saying(PIECE)
const ENDING = `${chunk({}, 'stop')}${data({
  id: 'c1',
  choices: [],
  usage: { prompt_tokens: 500, completion_tokens: 5000 },
})}data: [DONE]\n\n`

export const promptFor = (name: string, pieces: number): string =>
  `Write ${pieces} pieces for ${name}.`

/** A whole script, much faster than any model writes. */
const SCRIPT_PIECE = 320
export const scriptPromptFor = (name: string, pieces: number): string =>
  `Write a script in ${pieces} pieces for ${name}.`

const scriptPieces = (pieces: number) => {
  const text = longScript(Math.ceil((pieces * SCRIPT_PIECE) / 1_000))
  return Array.from({ length: pieces }, (_, n) =>
    saying(text.slice(n * SCRIPT_PIECE, (n + 1) * SCRIPT_PIECE)),
  )
}

const told = new Map<string, Told>()

/** By a timetable of its own: being late once does not bring the answers into step with each other. */
function speak(response: ServerResponse, name: string, sayings: readonly string[]): void {
  const now: Told = { arrived: clock(), first: 0, last: 0, longestGap: 0 }
  told.set(name, now)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(OPENING)
  const begin = now.arrived + THINKING * (0.5 + Math.random())
  let said = 0
  const next = () => setTimeout(say, Math.max(1, begin + said * PIECE_EVERY - clock()))
  const say = () => {
    const at = clock()
    const due = Math.max(0, Math.floor((at - begin) / PIECE_EVERY) + 1 - said)
    const words = sayings.slice(said, said + due).join('')
    said += due
    if (due > 0) {
      now.first ||= at
      if (now.last > 0) now.longestGap = Math.max(now.longestGap, at - now.last)
      now.last = at
    }
    if (said >= sayings.length) response.end(words + ENDING)
    else {
      if (words !== '') response.write(words)
      timer = next()
    }
  }
  let timer = next()
  response.on('close', () => clearTimeout(timer))
}

if (import.meta.main) {
  const server = createServer((request, response) => {
    const answer = async () => {
      if (request.method === 'GET') {
        response.end(JSON.stringify(Object.fromEntries(told)))
        return
      }
      const { messages } = (await json(request)) as { messages: { content: string }[] }
      const asked = /Write (a script in )?(\d+) pieces for ([\w-]+)/.exec(
        messages.at(-1)?.content ?? '',
      )
      const [, isScript, pieces, name = ''] = asked ?? []
      const count = Number(pieces)
      speak(
        response,
        name,
        isScript ? scriptPieces(count) : Array.from({ length: count }, () => SAYING),
      )
    }
    answer().catch(() => response.destroy())
  })
  server.listen(Number(process.env['PORT']), '127.0.0.1')
}
