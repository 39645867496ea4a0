import type { Pool } from 'pg'
import { type Work, WorkQueue } from '../../../server/generation/work-queue.ts'

type Held = Pick<Work, 'id' | 'attempt'>

/** Another worker, in the test's hands: it asks the database as workers do, and does nothing else. */
export class WorkerByHand {
  readonly #pool: Pool
  readonly #queue: WorkQueue

  constructor(pool: Pool) {
    this.#pool = pool
    this.#queue = new WorkQueue(pool)
  }

  /** The next job in the queue, if there is one. */
  claim(): Promise<Held | undefined> {
    return this.#queue.claim()
  }

  /** As if the worker of this job had been silent for too long; nobody else can be quicker. */
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

  progress(held: Held, already: number, more: string): Promise<boolean> {
    return this.#queue.progress(held as Work, { already, more })
  }

  complete(held: Held, text: string): Promise<boolean> {
    const usage = { inputTokens: 1, outputTokens: 2 }
    const answer = { written: text, result: text }
    return this.#queue.complete(held as Work, answer, [], { model: 'by hand', usage })
  }

  fail(held: Held): Promise<boolean> {
    const failure = { code: 'provider_error', message: 'No.' }
    return this.#queue.fail(held as Work, failure, { already: 0, more: '' }, 'by hand')
  }

  release(held: Held): Promise<boolean> {
    return this.#queue.release(held as Work)
  }
}
