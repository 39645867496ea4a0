import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { tidy } from '../../screenplay/tidy.ts'
import type { Usage, Writer } from '../ai/writer.ts'
import { WritingFailure } from '../ai/writing-failure.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { jobErrors } from './job-errors.ts'
import { GrowingText } from './partial-text.ts'
import { buildPrompt } from './prompt/build-prompt.ts'
import type { Failure, Piece, Work, WorkQueue } from './work-queue.ts'

type AttemptOptions = {
  queue: WorkQueue
  writer: Writer
  log: Logger
  /** How many milliseconds lie between two times that the text is stored. */
  storeEvery: () => number
}

/** Why an attempt is broken off. */
type Break = 'ended' | 'shutdown' | 'deadline'

/** As long as a lease may have been prolonged just before the database went away. */
const KEEP_TRYING = 60_000

/** One attempt at one job, to its end: completed, failed, handed back, or taken over by another. */
export async function runAttempt(
  work: Work,
  { queue, writer, log, storeEvery }: AttemptOptions,
  broken: AbortController,
): Promise<void> {
  const entry = { job: work.id, attempt: work.attempt }
  const deadline = setTimeout(() => broken.abort('deadline'), Math.max(0, work.milliseconds_left))
  const growing = new GrowingText(
    (piece) => queue.progress(work, piece),
    (reason) => {
      if (reason) log.error({ ...entry, err: reason }, 'the text of a generation cannot be stored')
      broken.abort('ended')
    },
    storeEvery,
  )
  const finish = async (end: (rest: Piece) => Promise<boolean>, how: string) => {
    const rest = await growing.stop()
    const done = await persist(() => end(rest))
    log.info({ ...entry, done }, `a generation ${how}`)
  }
  try {
    const written = await write(work, queue, writer, broken.signal, (text) => growing.add(text))
    const ending = { model: writer.name, usage: written.usage }
    const { text, changes } = tidy(written.text)
    if (changes.length > 0) log.info({ ...entry, changes }, 'an answer was repaired')
    const answer = { written: written.text, result: text.trim() === '' ? written.text : text }
    await finish(() => queue.complete(work, answer, written.usedExamples, ending), 'was completed')
  } catch (error) {
    const reason = broken.signal.reason as Break | undefined
    if (reason === 'ended') await growing.stop()
    else if (reason === 'shutdown' || isDatabaseUnavailable(error)) {
      await finish(() => queue.release(work), 'was handed back')
    } else {
      const failure = failureOf(error, reason)
      const { code } = failure
      if (code === 'unexpected_failure') log.error({ ...entry, err: error }, 'a generation failed')
      await finish((rest) => queue.fail(work, failure, rest, writer.name), `failed: ${code}`)
    }
  } finally {
    clearTimeout(deadline)
    await growing.stop()
  }
}

async function write(
  work: Work,
  queue: WorkQueue,
  writer: Writer,
  signal: AbortSignal,
  grow: (text: string) => void,
) {
  const { conversation, examples } = await queue.contextOf(work)
  const { prompt, usedExamples } = buildPrompt({
    request: work.prompt,
    currentScript: work.current_script,
    conversation,
    examples,
  })
  let text = ''
  let usage: Usage = { inputTokens: null, outputTokens: null }
  for await (const part of writer.write(prompt, signal)) {
    if (part.type === 'text') {
      text += part.text
      grow(part.text)
    } else usage = part.usage
  }
  return { text, usage, usedExamples }
}

function failureOf(error: unknown, reason: Break | undefined): Failure {
  if (reason === 'deadline') return { code: 'timeout', message: jobErrors.timeout }
  if (error instanceof WritingFailure) return { code: error.code, message: error.message }
  return { code: 'unexpected_failure', message: jobErrors.unexpected_failure }
}

/** The database is away for a moment, or two met in it and one had to step back. */
const isPassing = (error: unknown) =>
  isDatabaseUnavailable(error) ||
  (error instanceof DatabaseError && (error.code ?? '').startsWith('40'))

/** An end is worth waiting for a database that is away for a moment. */
async function persist(end: () => Promise<boolean>): Promise<boolean> {
  const giveUp = performance.now() + KEEP_TRYING
  for (let wait = 200; ; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await end()
    } catch (error) {
      if (!isPassing(error) || performance.now() > giveUp) throw error
      await pause(wait, undefined, { ref: false })
    }
  }
}
