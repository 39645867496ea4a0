import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { tidy } from '../../screenplay/tidy.ts'
import type { Usage, Writer } from '../ai/writer.ts'
import { WritingFailure } from '../ai/writing-failure.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import type { GenerationErrorCode } from '../messages.ts'
import { completeAnswer } from './complete-answer.ts'
import { type PartialText, PartialTextStore } from './partial-text.ts'
import { buildPrompt } from './prompt/build-prompt.ts'
import { Seam } from './seam.ts'
import type { Work, WorkQueue } from './work-queue.ts'

type AttemptOptions = {
  queue: WorkQueue
  writer: Writer
  log: Logger
  /** Milliseconds between two writes of the partial text. */
  storeInterval: () => number
}

type AbortReason = 'ended' | 'shutdown' | 'deadline'

/** How long the outcome is retried while the database is away. */
const PERSIST_TIMEOUT = 60_000

/** Runs one attempt until the job is completed, failed, released, or taken over by another worker. */
export async function runAttempt(
  work: Work,
  { queue, writer, log, storeInterval }: AttemptOptions,
  abort: AbortController,
): Promise<void> {
  const entry = { job: work.id, attempt: work.attempt }
  const deadline = setTimeout(() => abort.abort('deadline'), Math.max(0, work.milliseconds_left))
  const partial = new PartialTextStore(
    (text) => queue.progress(work, text),
    (reason) => {
      if (reason) log.error({ ...entry, err: reason }, 'could not store the text of a generation')
      abort.abort('ended')
    },
    storeInterval,
  )
  const finish = async (end: (rest: PartialText) => Promise<boolean>, outcome: string) => {
    const rest = await partial.stop()
    const done = await persist(() => end(rest))
    log.info({ ...entry, done }, `generation ${outcome}`)
  }
  try {
    const written = await write(work, queue, writer, abort.signal, (text) => partial.add(text))
    const { text, changes } = tidy(written.text)
    if (changes.length > 0) log.info({ ...entry, changes }, 'repaired the format of an answer')
    const answer = {
      written: written.text,
      result: text.trim() === '' ? written.text : text,
      usedExamples: written.usedExamples,
      model: writer.name,
      usage: written.usage,
    }
    await finish(async () => {
      const cut = written.truncated ? 'cut_off' : 'complete'
      const applied = await completeAnswer(queue, work, answer, cut)
      if (applied?.withheld) {
        log.info({ ...entry, withheld: applied.withheld }, 'withheld an answer from the script')
      }
      return applied !== undefined
    }, 'completed')
  } catch (error) {
    const reason = abort.signal.reason as AbortReason | undefined
    if (reason === 'ended') await partial.stop()
    else if (reason === 'shutdown' || isDatabaseUnavailable(error)) {
      await finish(() => queue.release(work), 'released')
    } else {
      const code = errorCodeOf(error, reason)
      if (code === 'unexpected_failure') log.error({ ...entry, err: error }, 'generation failed')
      await finish((rest) => queue.fail(work, code, rest, writer.name), `failed: ${code}`)
    }
  } finally {
    clearTimeout(deadline)
    await partial.stop()
  }
}

async function write(
  work: Work,
  queue: WorkQueue,
  writer: Writer,
  signal: AbortSignal,
  onText: (text: string) => void,
) {
  const { conversation, examples } = await queue.contextOf(work)
  const { prompt, usedExamples } = buildPrompt({
    request: work.prompt,
    currentScript: work.current_script,
    continued: work.continued,
    conversation,
    examples,
  })
  const seam = new Seam(work.continued ?? '')
  const show = (words: string) => {
    if (words !== '') onText(words)
  }
  show(work.continued ?? '')
  let usage: Usage = { inputTokens: null, outputTokens: null }
  let truncated = true
  for await (const part of writer.write(prompt, signal)) {
    if (part.type === 'text') {
      show(seam.add(part.text))
    } else ({ usage, truncated } = part)
  }
  show(seam.end())
  return { text: seam.text, usage, truncated, usedExamples }
}

function errorCodeOf(error: unknown, reason: AbortReason | undefined): GenerationErrorCode {
  if (reason === 'deadline') return 'timeout'
  return error instanceof WritingFailure ? error.code : 'unexpected_failure'
}

/** The database is unavailable, or reports a deadlock or serialization failure. */
const isTransient = (error: unknown) =>
  isDatabaseUnavailable(error) ||
  (error instanceof DatabaseError && (error.code ?? '').startsWith('40'))

/** Retries with backoff: losing an outcome to a short outage would mean writing the answer again. */
async function persist(end: () => Promise<boolean>): Promise<boolean> {
  const giveUpAt = performance.now() + PERSIST_TIMEOUT
  for (let wait = 200; ; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await end()
    } catch (error) {
      if (!isTransient(error) || performance.now() > giveUpAt) throw error
      await sleep(wait, undefined, { ref: false })
    }
  }
}
