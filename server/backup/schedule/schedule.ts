import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ClientConfig, Pool } from 'pg'
import type { Logger } from 'pino'
import { type BackupOutcome, type BackupPlan, isBackupDue } from './make-due-backup.ts'

/** How to connect to the database, in a form that can be passed to a thread. */
export type BackupSource = { databaseUrl: string } | { connection: ClientConfig }

const LOOK_EVERY = 30_000
const THREAD = new URL('./backup-thread.ts', import.meta.url)

const LAST_SUCCESS = `
  select extract(epoch from started_at)::float8 as time, size_bytes::float8 as size,
    greatest(extract(epoch from finished_at - started_at), 0)::float8 as seconds
  from private.backups where size_bytes is not null order by id desc limit 1`

/** `lastSuccess` is the newest backup of any process; `failures` counts those of this process only. */
export type BackupStatus = {
  /** Undefined until there is a backup. */
  lastSuccess: { time: number; size: number; seconds: number } | undefined
  failures: number
}

/** Checks at an interval whether a backup is due; timers do not depend on the system clock. */
export class BackupSchedule {
  readonly status: BackupStatus = { lastSuccess: undefined, failures: 0 }
  readonly #pool: Pool
  readonly #source: BackupSource
  readonly #plan: BackupPlan
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  #look: Promise<void> | undefined
  #thread: Worker | undefined
  #isClosed = false

  constructor(
    pool: Pool,
    source: BackupSource,
    plan: BackupPlan,
    log: Logger,
    lookEvery = LOOK_EVERY,
  ) {
    this.#pool = pool
    this.#source = source
    this.#plan = plan
    this.#log = log
    this.#timer = setInterval(() => this.#lookOnce(), lookEvery).unref()
    this.#lookOnce()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#thread?.terminate()
    await this.#look
  }

  #lookOnce(): void {
    this.#look ??= this.#lookAndMake()
      .catch((error: unknown) => {
        if (!this.#isClosed) this.#fail((error as Error).message)
      })
      .finally(() => {
        this.#look = undefined
      })
  }

  async #lookAndMake(): Promise<void> {
    if (await isBackupDue(this.#pool, this.#plan.every)) this.#report(await this.#make())
    const { rows } = await this.#pool.query<NonNullable<BackupStatus['lastSuccess']>>(LAST_SUCCESS)
    this.status.lastSuccess = rows[0]
  }

  async #make(): Promise<BackupOutcome & { seconds?: number }> {
    const began = performance.now()
    const workerData = { source: this.#source, plan: this.#plan }
    const thread = new Worker(THREAD, { workerData })
    this.#thread = thread
    const ended = once(thread, 'exit')
    try {
      const died = ended.then(() => {
        throw new Error('the thread ended early')
      })
      const [outcome] = (await Promise.race([once(thread, 'message'), died])) as [BackupOutcome]
      return { ...outcome, seconds: (performance.now() - began) / 1000 }
    } finally {
      // The race above has already thrown an error of the thread.
      await ended.catch(() => undefined)
      this.#thread = undefined
    }
  }

  #report(outcome: BackupOutcome): void {
    if (outcome.kind === 'made') this.#log.info(outcome, 'backup made')
    if (outcome.kind === 'failed') this.#fail(outcome.reason)
  }

  #fail(reason: string): void {
    this.status.failures += 1
    this.#log.error(
      { reason, directory: this.#plan.directory },
      'the scheduled backup failed; it will be tried again',
    )
  }
}
