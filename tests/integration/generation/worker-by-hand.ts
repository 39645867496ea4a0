import type { Pool } from 'pg'
import { type Work, WorkQueue } from '../../../server/generation/work-queue.ts'

type Held = Pick<Work, 'id' | 'attempt'>

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
        "select id, attempt from private.claim_generation('15 seconds')",
      )
      await client.query('commit')
      if (rows[0]?.id !== jobId) throw new Error('another job was waiting')
      return rows[0]
    } finally {
      client.release()
    }
  }

  progress(held: Held, offset: number, text: string): Promise<boolean> {
    return this.#queue.progress(held as Work, { offset, text })
  }

  /** Leaves the working text as it is. */
  async complete(held: Held, result: string): Promise<boolean> {
    const usage = { inputTokens: 1, outputTokens: 2 }
    const answer = { written: result, result, usedExamples: [], model: 'by hand', usage }
    const none = { withheld: null, newText: null, firstText: null, partlyApplied: false }
    return (await this.#queue.complete(held as Work, answer, none, null)) === 'completed'
  }

  fail(held: Held): Promise<boolean> {
    return this.#queue.fail(held as Work, 'provider_error', { offset: 0, text: '' }, 'by hand')
  }

  release(held: Held): Promise<boolean> {
    return this.#queue.release(held as Work)
  }
}
