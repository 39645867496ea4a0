// A fake OpenAI-compatible provider: streams at a steady rate and records timestamps.
import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { longScript } from './long-script.ts'

/** Timestamps in ms, on the clock shared by all processes of the machine. */
export type Timing = { arrived: number; first: number; last: number; longestGap: number }

const DELAY = 500
export const PIECE_EVERY = 20
const PIECE = 'She waits. He turns.'
export const PIECE_LENGTH = PIECE.length

const clock = () => performance.timeOrigin + performance.now()
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const chunk = (delta: object, finish_reason: string | null = null) =>
  data({ id: 'c1', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })
const FIRST_CHUNK = chunk({ role: 'assistant', content: '' })
const textChunk = (content: string) => chunk({ content })
const TEXT_CHUNK = textChunk(PIECE)
const LAST_CHUNK = `${chunk({}, 'stop')}${data({
  id: 'c1',
  choices: [],
  usage: { prompt_tokens: 500, completion_tokens: 5000 },
})}data: [DONE]\n\n`

export const promptFor = (name: string, pieces: number): string =>
  `Write ${pieces} pieces for ${name}.`

/** A whole script, much faster than any model generates it. */
const SCRIPT_PIECE = 320
export const scriptPromptFor = (name: string, pieces: number): string =>
  `Write a script in ${pieces} pieces for ${name}.`

const scriptPieces = (pieces: number) => {
  const text = longScript(Math.ceil((pieces * SCRIPT_PIECE) / 1_000))
  return Array.from({ length: pieces }, (_, n) =>
    textChunk(text.slice(n * SCRIPT_PIECE, (n + 1) * SCRIPT_PIECE)),
  )
}

const timings = new Map<string, Timing>()

/** Each answer follows its own schedule, so that one delay does not synchronize the answers. */
function stream(response: ServerResponse, name: string, chunks: readonly string[]): void {
  const now: Timing = { arrived: clock(), first: 0, last: 0, longestGap: 0 }
  timings.set(name, now)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(FIRST_CHUNK)
  const begin = now.arrived + DELAY * (0.5 + Math.random())
  let sent = 0
  const next = () => setTimeout(send, Math.max(1, begin + sent * PIECE_EVERY - clock()))
  const send = () => {
    const at = clock()
    const due = Math.max(0, Math.floor((at - begin) / PIECE_EVERY) + 1 - sent)
    const words = chunks.slice(sent, sent + due).join('')
    sent += due
    if (due > 0) {
      now.first ||= at
      if (now.last > 0) now.longestGap = Math.max(now.longestGap, at - now.last)
      now.last = at
    }
    if (sent >= chunks.length) response.end(words + LAST_CHUNK)
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
        response.end(JSON.stringify(Object.fromEntries(timings)))
        return
      }
      const { messages } = (await json(request)) as { messages: { content: string }[] }
      const match = /Write (a script in )?(\d+) pieces for ([\w-]+)/.exec(
        messages.at(-1)?.content ?? '',
      )
      const [, isScript, pieces, name = ''] = match ?? []
      const count = Number(pieces)
      stream(
        response,
        name,
        isScript ? scriptPieces(count) : Array.from({ length: count }, () => TEXT_CHUNK),
      )
    }
    answer().catch(() => response.destroy())
  })
  server.listen(Number(process.env['PORT']), '127.0.0.1')
}
