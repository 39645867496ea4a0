import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { ConnectionWriters } from '../ai/connections/connection-writers.ts'
import type { Writer } from '../ai/writer.ts'
import type { Listener } from '../database/listener.ts'
import { GenerationFeed } from './requests/generation-feed.ts'
import { JobModels } from './work/job-models.ts'
import { GenerationJobs } from './requests/jobs.ts'
import { ContextBudget } from './prompt/context-budget.ts'
import { Readings } from './requests/readings.ts'
import type { TextWork } from './texts/text-work.ts'
import { WorkQueue } from './work/work-queue.ts'
import { GenerationWorker } from './work/worker.ts'

type Options = {
  /** For what callers ask. */
  pool: Pool
  workers: Pool
  listener: Listener
  log: Logger
  /** The model that the environment variables configure. */
  writer: Writer
  connections: ConnectionWriters
  /** Closed with the generation. */
  texts: TextWork
  /** How many tokens a prompt may have. */
  contextTokens: number
  /** Whether the scenes of long scripts are summarized. */
  summarizes: boolean
  /** AI_PROVIDER is set: its model is the default, whatever admins choose. */
  isModelFixed: boolean
  /** The name under which users see the environment's model. */
  modelLabel: string
  concurrency: number
  /** Undefined means the limit that an admin has set. */
  monthlyLimit: number | undefined
}

export type Generation = {
  jobs: GenerationJobs
  readings: Readings
  feed: GenerationFeed
  /** Starts the worker; jobs can be requested and followed before that. */
  work(): Promise<void>
  /** Leaves new jobs to other processes; running ones go on. */
  claimNoMore(): void
  close(): Promise<void>
}

export async function openGeneration(options: Options): Promise<Generation> {
  const { pool, workers, listener, contextTokens, monthlyLimit } = options
  await workers.query('select private.set_monthly_limit($1)', [monthlyLimit ?? null])
  await workers.query('select private.set_environment_model($1, $2, $3)', [
    options.writer.name,
    options.modelLabel,
    options.isModelFixed,
  ])
  const jobs = new GenerationJobs(pool, options.texts)
  const feed = await GenerationFeed.open(jobs, listener)
  const budget = new ContextBudget(contextTokens)
  const models = new JobModels(workers, options.writer, options.connections)
  const worker = new GenerationWorker({ ...options, queue: new WorkQueue(workers), models, budget })
  return {
    jobs,
    readings: new Readings(pool, options.texts, budget),
    feed,
    work: () => worker.start(),
    claimNoMore: () => worker.claimNoMore(),
    async close() {
      feed.close()
      // Closing the threads ends work that would otherwise delay the release of its job.
      await Promise.all([worker.close(), options.texts.close()])
    },
  }
}
