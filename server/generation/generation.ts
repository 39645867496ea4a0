import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Writer } from '../ai/writer.ts'
import type { Listener } from '../database/listener.ts'
import type { ReadLanes } from '../database/read-lanes.ts'
import { GenerationFeed } from './generation-feed.ts'
import { GenerationJobs } from './jobs.ts'
import { WorkQueue } from './work-queue.ts'
import { GenerationWorker } from './worker.ts'

type Options = {
  pool: Pool
  readers: ReadLanes
  listener: Listener
  log: Logger
  writer: Writer
  concurrency: number
  monthlyLimit: number
}

export type Generation = {
  jobs: GenerationJobs
  feed: GenerationFeed
  /** Starts the worker; jobs can be requested and followed before that. */
  work(): Promise<void>
  close(): Promise<void>
}

export async function openGeneration(options: Options): Promise<Generation> {
  const { pool, readers, listener, monthlyLimit } = options
  await pool.query('select private.set_monthly_limit($1)', [monthlyLimit])
  const jobs = new GenerationJobs(pool, readers)
  const feed = await GenerationFeed.open(jobs, listener)
  const worker = new GenerationWorker({ ...options, queue: new WorkQueue(pool) })
  return {
    jobs,
    feed,
    work: () => worker.start(),
    async close() {
      feed.close()
      await worker.close()
    },
  }
}
