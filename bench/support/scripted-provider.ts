// A fake OpenAI-compatible provider: streams at a steady rate and records timestamps.
import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { tokensOf } from '../../server/generation/prompt/tokens.ts'
import { longScript } from './long-script.ts'

/** Timestamps in ms, on the clock shared by all processes of the machine. */
export type Timing = {
  arrived: number
  first: number
  last: number
  longestGap: number
  /** The token counts are estimates. */
  inputTokens: number
  outputTokens: number
}

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
const lastChunk = (prompt_tokens: number, completion_tokens: number) =>
  `${chunk({}, 'stop')}${data({
    id: 'c1',
    choices: [],
    usage: { prompt_tokens, completion_tokens },
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
    text.slice(n * SCRIPT_PIECE, (n + 1) * SCRIPT_PIECE),
  )
}

/** Rewrites one scene; its heading and first words are the first piece. */
export const scenePromptFor = (name: string, id: number): string =>
  `Rewrite scene ${id} for ${name}.`

const EDIT_PIECE = 16
export const FIRST_WORDS = 'Nobody is here.'
const sceneAnswer = (id: number) => [
  `<scene id="${id}">\nINT. NEW PLACE - DAY\n\n${FIRST_WORDS} `,
  ...(`${PIECE} `.repeat(70).match(new RegExp(`.{1,${EDIT_PIECE}}`, 'g')) ?? []),
  '\n</scene>',
]

/** Of a reading: notes on the first words of each scene's paragraphs. */
const NOTES_OF_SCENE = 2
const notesOn = (scenes: string) =>
  [...scenes.matchAll(/<scene id="(\d+)">\n([^]*?)\n<\/scene>/g)].flatMap(([, id, text = '']) =>
    [...text.matchAll(/^[a-z][^\n]{0,40}\b/gim)]
      .slice(1, 1 + NOTES_OF_SCENE)
      .map(
        ([quote]) =>
          `<note scene="${id}" quote="${quote}">${quote}: who says so, and to whom?</note>\n`,
      ),
  )

/** What a request asks for, by its words. */
function answerTo(request: string): { name: string; pieces: string[] } {
  if (request.includes('your notes on these scenes'))
    return { name: 'reading', pieces: [...notesOn(request), '<summary>Boats.</summary>'] }
  const [, id, editor] = /Rewrite scene (\d+) for ([\w-]+)/.exec(request) ?? []
  if (editor !== undefined) return { name: editor, pieces: sceneAnswer(Number(id)) }
  const match = /Write (a script in )?(\d+) pieces for ([\w-]+)/.exec(request)
  const [, isScript, pieces, name = ''] = match ?? []
  const count = Number(pieces)
  return {
    name,
    pieces: isScript ? scriptPieces(count) : Array.from({ length: count }, () => PIECE),
  }
}

const timings = new Map<string, Timing>()

/** Each answer follows its own schedule, so that one delay does not synchronize the answers. */
function stream(
  response: ServerResponse,
  name: string,
  chunks: readonly string[],
  tokens: Pick<Timing, 'inputTokens' | 'outputTokens'>,
): void {
  const now: Timing = { arrived: clock(), first: 0, last: 0, longestGap: 0, ...tokens }
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
    if (sent >= chunks.length) response.end(words + lastChunk(now.inputTokens, now.outputTokens))
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
      const inputTokens = Math.ceil(
        messages.reduce((all, { content }) => all + tokensOf(content), 0),
      )
      const { name, pieces } = answerTo(messages.at(-1)?.content ?? '')
      const outputTokens = Math.ceil(tokensOf(pieces.join('')))
      stream(response, name, pieces.map(textChunk), { inputTokens, outputTokens })
    }
    answer().catch(() => response.destroy())
  })
  server.listen(Number(process.env['PORT']), '127.0.0.1')
}
