import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { ROUNDS_TIMEOUT, rounds } from '../../../support/rounds.ts'
import { shapes } from './adversarial-texts.ts'
import { isSuperlinear } from './growth.ts'
import { operations } from './operations.ts'
import { SQUARE } from './worker.ts'

/** CPU time in ms, about ten times what an operation takes for a text of its length. */
const LIMIT = 600

const isDear =
  /^(?:import \.(?:docx|txt in)|export|replace|scoped|tidy|compare|authorship|what the chat|formatting|paste paragraphs|review|revision|layout|page map|demo renaming)/
const isCheapest = /^(?:escaped|page marks|relevance|completions)/
const isCheap =
  /^(?:parse|reparse|markup|what a script|numbered|notes of the text|.*by rules$|a reader's n|find|rename|board|edit a|paste a p|demo answers|import \.fountain|import \.fdx of|title|keys|a char)/

/** Long enough that work which grows with the square takes seconds. */
const lengthOf = (operation: string) => {
  if (/^import \.(?:fdx$|pdf)/.test(operation)) return 4_096
  if (isCheapest.test(operation)) return 393_216
  return isDear.test(operation) ? 12_288 : isCheap.test(operation) ? 98_304 : 32_768
}

/** Every operation has these, and each of the others has one operation; the long form has all with all. */
const always = new Set(['all kinds of lines', 'forced headings', 'different scenes'])
const READING = /^(?:parse|tidy|numbered|paste text|import \.(?:fountain|txt)|find$|rename)/
/** Each of these once took seconds or minutes, or would with the obvious code. */
const known: Record<string, RegExp> = {
  'boneyards that touch': READING,
  '*/ repeated': READING,
  'numbered headings': READING,
  'spaces behind a bold name': READING,
  'names that contain another': READING,
  'one cue of extensions': /^rename/,
  'one cue of markers': /^rename/,
  'capital letters': /^find/,
  'letters with accents': /^find/,
  'emphasis in turns': /^replace$/,
  '* repeated': /^replace$/,
  'emphasised lines': /^layout/,
  'characters without width': /^layout/,
  'locked pages that touch': /^page marks/,
  'few lines in any order': /^merge/,
  'different lines': /^merge/,
  'different words': /^relevance/,
  'scene tags': /^notes of a model/,
  '< repeated': /^escaped/,
  'one placeholder': /^scoped/,
  cues: /^completions/,
}

const shapesFor = (operation: string, at: number) =>
  [...shapes.keys()].filter(
    (shape, n) => n % operations.size === at || always.has(shape) || known[shape]?.test(operation),
  )

let worker: Worker | undefined
afterAll(() => worker?.terminate())

async function startedWorker() {
  const started = new Worker(new URL('worker.ts', import.meta.url))
  await once(started, 'message')
  return started
}

/** Runs the operation once in another thread, which is stopped at the limit. */
async function endsInTime(operation: string, shape: string, length: number): Promise<boolean> {
  worker ??= await startedWorker()
  const thread = worker
  const before = await thread.cpuUsage()
  const isOver = async () => {
    const { user, system } = await thread.cpuUsage(before)
    return user + system > LIMIT * 1_000
  }
  const done = once(thread, 'message').then(() => true)
  thread.postMessage([operation, shape, length], [])
  while (!(await Promise.race([done, delay(50, false)]))) {
    if (!(await isOver())) continue
    done.catch(() => undefined)
    worker = undefined
    await thread.terminate()
    return false
  }
  return !(await isOver())
}

test.each([...operations.keys()].map((operation, at) => ({ operation, at })))(
  'the work of: $operation ends in time, whatever the text contains',
  async ({ operation, at }) => {
    const late = []
    for (const shape of shapesFor(operation, at))
      if (!(await endsInTime(operation, shape, lengthOf(operation)))) late.push(shape)
    expect(late).toEqual([])
  },
)

test('work that grows with the square of the length is stopped', async () =>
  expect(await endsInTime(SQUARE, 'words', 131_072)).toBe(false))

/** The length of the shorter texts: beginnings count less in longer ones. */
const LENGTH = 16_384
/** Milliseconds for 16 KB. Even if it grew with the square, 1 MB would take only seconds. */
const NEGLIGIBLE = 24
/** A comparison stops after a fixed number of steps (MAX_EFFORT); until then its cost may rise faster. */
const COMPARISON = 150
const comparisons = /compare|merge|splices|rebasing|authorship|review|revision marks|with marks/

const isLong = rounds('text-lengths') > 0

test.each(isLong ? [...operations].map(([operation, prepare]) => ({ operation, prepare })) : [])(
  'the work of: $operation grows like the length of the text, whatever it contains',
  async ({ operation, prepare }) => {
    const negligible = comparisons.test(operation) ? COMPARISON : NEGLIGIBLE
    const found: string[] = []
    for (const [name, shape] of shapes)
      if (await isSuperlinear(prepare, shape, LENGTH, negligible)) found.push(name)
    expect(found).toEqual([])
  },
  ROUNDS_TIMEOUT,
)

test.runIf(isLong)('growth with the square is found, and linear growth is not', async () => {
  const visits = (text: string, inner: (at: number) => number) => () => {
    let sum = 0
    for (let at = 0; at < text.length; at += 1) {
      for (let other = 0; other < inner(at); other += 1) sum += text.charCodeAt(other)
    }
    return sum
  }
  const shape = (length: number) => 'a'.repeat(length)
  expect(await isSuperlinear((text) => visits(text, (at) => at), shape, 2_048, 1)).toBe(true)
  expect(await isSuperlinear((text) => visits(text, () => 2_000), shape, 2_048, 1)).toBe(false)
})
