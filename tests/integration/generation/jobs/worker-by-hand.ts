import type { Pool } from 'pg'
import { pino } from 'pino'
import {
  type Judged,
  outcomeOf,
  withhold,
} from '../../../../server/generation/applying/application.ts'
import { completeAnswer } from '../../../../server/generation/work/complete-answer.ts'
import { TextWork } from '../../../../server/generation/texts/text-work.ts'
import { type Work, WorkQueue } from '../../../../server/generation/work/work-queue.ts'
import { cleanUp } from '../../../support/clean-up.ts'

type Held = Pick<Work, 'id' | 'attempt'>

let texts: TextWork | undefined

/** The same threads for all answers of a test. */
function textWork(): TextWork {
  if (texts) return texts
  const opened = new TextWork(pino({ level: 'silent' }))
  cleanUp(() => {
    texts = undefined
    return opened.close()
  })
  texts = opened
  return opened
}

/** Ends a job with this answer, as a worker does. */
export function completeWith(queue: WorkQueue, work: Work, answer: string) {
  const judged: Judged = {
    base: work.current_script,
    request: work.prompt,
    answer,
    finish: 'complete',
    mode: work.mode,
    target: null,
    alternatives: work.alternatives,
  }
  const usage = { inputTokens: 1, cachedInputTokens: 1, outputTokens: 1 }
  const written = { written: answer, model: 'by hand', usage }
  return completeAnswer({ queue, texts: textWork() }, work, written, judged, outcomeOf(judged))
}

/** A worker that the test drives step by step, with the queries of a real one. */
export class WorkerByHand {
  readonly #pool: Pool
  readonly #queue: WorkQueue

  constructor(pool: Pool) {
    this.#pool = pool
    this.#queue = new WorkQueue(pool)
  }

  claim(): Promise<Held | undefined> {
    return this.#queue.claim()
  }

  /** Expires the job's lease and claims it in one transaction, so that no other worker can come first. */
  async takeOver(jobId: string): Promise<Held> {
    const client = await this.#pool.connect()
    try {
      await client.query('begin')
      await client.query(
        "update public.generation_jobs set leased_until = now() - interval '1 s' where id = $1",
        [jobId],
      )
      const { rows } = await client.query<Held>(
        "select id, attempt from private.claim_work('15 seconds')",
      )
      await client.query('commit')
      if (rows[0]?.id !== jobId) throw new Error('another job was waiting')
      return rows[0]
    } finally {
      client.release()
    }
  }

  progress(held: Held, offset: number, text: string): Promise<boolean> {
    return this.#queue.progress(held, { offset, text })
  }

  /** Leaves the working text as it is. */
  async complete(held: Held, result: string): Promise<boolean> {
    const usage = { inputTokens: 1, cachedInputTokens: 1, outputTokens: 2 }
    const model = 'by hand'
    const answer = { written: result, result, changes: null, model, usage }
    const none = withhold(null)
    return (await this.#queue.complete(held as Work, answer, none, null)) === 'completed'
  }

  fail(held: Held): Promise<boolean> {
    return this.#queue.fail(held, 'provider_error', { offset: 0, text: '' }, 'by hand')
  }

  release(held: Held): Promise<boolean> {
    return this.#queue.release(held)
  }
}
