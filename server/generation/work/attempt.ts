import type { Logger } from 'pino'
import type { AnswerOutcome } from '../../../screenplay/answers.ts'
import { unknownUsage, type Usage, type Writer, WritingFailure } from '../../ai/writer.ts'
import { isOutage, isTooSlow } from '../../database/unavailable.ts'
import type { GenerationErrorCode } from '../../common/messages.ts'
import { RequestFailure } from '../../common/failures.ts'
import type { Judged } from '../applying/application.ts'
import { completeAnswer } from './complete-answer.ts'
import type { JobModels } from './job-models.ts'
import { type PartialText, PartialTextStore } from './partial-text.ts'
import { persist } from './persist.ts'
import type { ContextBudget } from '../prompt/context-budget.ts'
import type { TextWork } from '../texts/text-work.ts'
import type { Work, WorkQueue } from './work-queue.ts'
import { type Repair, targetOf, writeAnswer, type Written } from './write-answer.ts'

type AttemptOptions = {
  queue: WorkQueue
  models: JobModels
  budget: ContextBudget
  texts: TextWork
  log: Logger
  /** Milliseconds between two writes of the partial text. */
  storeInterval: () => number
}

type AbortReason = 'ended' | 'shutdown' | 'deadline'

const MAX_TRIES = 2

class TooManyTries extends Error {}

/** Runs one attempt until the job is completed, failed, released, or taken over by another worker. */
export async function runAttempt(
  work: Work,
  options: AttemptOptions,
  abort: AbortController,
): Promise<void> {
  await new Attempt(work, options, abort).run()
}

type Answered = {
  written: Written
  judged: Judged
  outcome: AnswerOutcome
  /** The ids of the scenes that the answer replaces, whether or not it can be applied. */
  replaced: number[]
}

class Attempt {
  #work: Work
  readonly #options: AttemptOptions
  readonly #abort: AbortController
  #partial: PartialTextStore

  constructor(work: Work, options: AttemptOptions, abort: AbortController) {
    this.#work = work
    this.#options = options
    this.#abort = abort
    this.#partial = this.#storeFor(work)
  }

  async run(): Promise<void> {
    const { queue, log } = this.#options
    const left = Math.max(0, this.#work.milliseconds_left)
    const deadline = setTimeout(() => this.#abort.abort('deadline'), left)
    try {
      // A job whose worker ended twice without handing it back may be the reason.
      if (this.#work.tries > MAX_TRIES) throw new TooManyTries()
      const writer = await this.#options.models.forJob(this.#work)
      await this.#complete(await this.#answer(writer), writer)
    } catch (error) {
      const reason = this.#abort.signal.reason as AbortReason | undefined
      if (reason === 'ended') await this.#partial.stop()
      else if (reason === 'shutdown' || isOutage(error) || isStopping(error)) {
        await this.#finish(() => queue.release(this.#work), 'released')
      } else {
        const code = errorCodeOf(error, reason)
        if (code === 'unexpected_failure')
          log.error({ ...this.#entry, err: error }, 'generation failed')
        await this.#finish((rest) => queue.fail(this.#work, code, rest, null), `failed: ${code}`)
      }
    } finally {
      clearTimeout(deadline)
      await this.#partial.stop()
    }
  }

  get #entry() {
    return { job: this.#work.id, attempt: this.#work.attempt }
  }

  #storeFor(work: Work): PartialTextStore {
    const { queue, log, storeInterval } = this.#options
    return new PartialTextStore(
      (text) => queue.progress(work, text),
      (reason) => {
        const entry = { job: work.id, attempt: work.attempt }
        if (reason) log.error({ ...entry, err: reason }, 'could not store the text of a generation')
        this.#abort.abort('ended')
      },
      storeInterval,
    )
  }

  /** The model's answer; if it cannot be applied, the model is told why and answers once more. */
  async #answer(writer: Writer): Promise<Answered> {
    const first = await this.#write(writer, null)
    if (first.outcome.kind !== 'faulty' || !this.#isWorthRepairing(first)) return first
    const { fault, explanation } = first.outcome
    this.#options.log.info({ ...this.#entry, fault }, 'asking for an answer once more')
    await this.#begin(first.written.usage)
    try {
      const second = await this.#write(writer, {
        answer: first.written.text,
        explanation,
        scenes: first.replaced,
      })
      const better = second.outcome.kind === 'changed' ? second : first
      // The cost of the first answer has already been recorded.
      return { ...better, written: { ...better.written, usage: second.written.usage } }
    } catch (error) {
      // The first answer is better than none, unless the job was ended on purpose.
      if (this.#abort.signal.aborted || !(error instanceof WritingFailure)) throw error
      this.#options.log.info({ ...this.#entry, code: error.code }, 'no second answer')
      return { ...first, written: { ...first.written, usage: unknownUsage } }
    }
  }

  /** The answer to a question changes nothing anyway, and a script that was cut off can be continued. */
  #isWorthRepairing({ judged }: Answered): boolean {
    const isScript = judged.base.trim() === '' || this.#work.continued !== null
    return judged.mode === 'change' && !(judged.finish === 'cut_off' && isScript)
  }

  /** Restarts the text under a new attempt number; clients that stream it start over. */
  async #begin(usage: Usage): Promise<void> {
    await this.#partial.stop()
    const again = await this.#options.queue.restart(this.#work, usage)
    if (!again) {
      this.#abort.abort('ended')
      throw new WritingFailure('aborted')
    }
    this.#work = again
    this.#partial = this.#storeFor(again)
  }

  async #write(writer: Writer, repair: Repair | null): Promise<Answered> {
    const work = this.#work
    const onText = (text: string) => this.#partial.add(text)
    const material = { ...this.#options, writer }
    const written = await writeAnswer(work, material, this.#abort.signal, onText, repair)
    const judged: Judged = {
      base: work.current_script,
      request: work.prompt,
      answer: written.text,
      finish: written.truncated ? 'cut_off' : 'complete',
      mode: work.mode,
      target: targetOf(work),
      alternatives: work.alternatives,
    }
    const question = { judged, read: written.read }
    const { texts } = this.#options
    const { outcome, replaced } = await texts.do(
      work.user_id,
      'judge',
      question,
      this.#abort.signal,
    )
    return { written, judged, outcome, replaced }
  }

  async #complete({ written, judged, outcome }: Answered, writer: Writer): Promise<void> {
    const { queue, log, texts } = this.#options
    const { text, usage } = written
    const answer = { written: text, model: writer.name, usage }
    const end = (changes: boolean) => async () => {
      const parts = { queue, texts, isTooSlow: !changes }
      const applied = await completeAnswer(parts, this.#work, answer, judged, outcome)
      if (applied?.withheld) {
        log.info(
          { ...this.#entry, withheld: applied.withheld },
          'withheld an answer from the script',
        )
      }
      return applied !== undefined
    }
    try {
      await this.#finish(end(true), 'completed')
    } catch (error) {
      if (!isTooSlow(error)) throw error
      await this.#finish(end(false), 'completed')
    }
  }

  async #finish(end: (rest: PartialText) => Promise<boolean>, outcome: string): Promise<void> {
    const rest = await this.#partial.stop()
    const done = await persist(() => end(rest))
    this.#options.log.info({ ...this.#entry, done }, `generation ${outcome}`)
  }
}

export function errorCodeOf(error: unknown, reason: AbortReason | undefined): GenerationErrorCode {
  if (reason === 'deadline') return 'timeout'
  if (error instanceof WritingFailure) return error.code
  if (error instanceof TooManyTries) return 'interrupted'
  if (isRefusal(error, 'reader_not_found')) return 'reader_deleted'
  const isTooMuch = isRefusal(error, 'document_too_large') || isTooSlow(error)
  return isTooMuch ? 'text_too_complex' : 'unexpected_failure'
}

const isRefusal = (error: unknown, code: string) =>
  error instanceof RequestFailure && error.code === code

/** The worker threads have been closed. */
export const isStopping = (error: unknown) => isRefusal(error, 'unavailable')
