import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { Listener } from '../database/listener.ts'
import { WakeLoop } from '../common/wake-loop.ts'
import { DeliveryFailure, type Template, type Transport } from './message.ts'
import { render } from './templates.ts'
import { withClient } from '../database/pool.ts'

type QueuedMail = {
  id: string
  recipient: string
  template: Template
  data: Record<string, unknown>
  created_at: Date
  attempts: number
}

/** Sent, or failed with the delay until the next attempt; undefined means giving up. */
type Result = { sent: true } | { sent: false; reason: string; retryAfter: number | undefined }

const UNSENT = 'sent_at is null and given_up_at is null'

async function record(client: PoolClient, id: string, result: Result): Promise<void> {
  if (result.sent) {
    await client.query(
      `update private.mail_outbox
       set sent_at = clock_timestamp(), attempts = attempts + 1, last_error = null, data = '{}'
       where id = $1`,
      [id],
    )
    return
  }
  await client.query(
    `update private.mail_outbox
     set attempts = attempts + 1, last_error = $2,
       next_attempt_at = clock_timestamp() + coalesce($3::float8, 0) * interval '1 millisecond',
       given_up_at = case when $3::float8 is null then clock_timestamp() end,
       data = case when $3::float8 is null then '{}' else data end
     where id = $1`,
    [id, result.reason, result.retryAfter ?? null],
  )
}

/**
 * Sends one due mail that no other worker has locked; false means there was none. The outcome is recorded
 * in the transaction that holds the lock, so a mail is sent twice only if the process crashes between
 * delivery and commit. Both copies then have the same Message-ID.
 */
const takeDueMail = (pool: Pool, send: (mail: QueuedMail) => Promise<Result>): Promise<boolean> =>
  withClient(pool, async (client) => {
    await client.query('begin')
    try {
      const { rows } = await client.query<QueuedMail>(
        `select id, recipient, template, data, created_at, attempts from private.mail_outbox
         where ${UNSENT} and next_attempt_at <= clock_timestamp()
         order by next_attempt_at limit 1 for update skip locked`,
      )
      const [mail] = rows
      if (mail) await record(client, mail.id, await send(mail))
      await client.query('commit')
      return mail !== undefined
    } catch (error) {
      // On a lost connection this fails too; the first error is the one to report.
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  })

/** Milliseconds until the next mail is due, ignoring those that other workers have locked. */
async function millisecondsToNextMail(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ wait: number }>(
    `select (extract(epoch from next_attempt_at - clock_timestamp()) * 1000)::float8 as wait
     from private.mail_outbox where ${UNSENT}
     order by next_attempt_at limit 1 for update skip locked`,
  )
  return rows[0]?.wait
}

/** Exponential backoff in milliseconds: 5 s, 10 s, 20 s, ... up to an hour; gives up after `attempts`. */
export type Retries = { first: number; longest: number; attempts: number }

export const RETRIES: Retries = { first: 5_000, longest: 3_600_000, attempts: 10 }

type Options = {
  pool: Pool
  listener: Listener
  log: Logger
  siteUrl: () => string
  from: string
  transport: Transport
  retries: Retries
}

const POLL_INTERVAL = 60_000
const RETRY_AFTER_ERROR = 5_000
// Together with draining requests and closing the database, this must fit into the 10 s of a shutdown.
const FINISH_TIMEOUT = 2_500
const ABORT_TIMEOUT = 500

/** Sends due mail, one at a time, and sleeps until the next one is due. */
export class MailWorker {
  readonly #options: Options
  readonly #loop: WakeLoop

  constructor(options: Options) {
    this.#options = options
    this.#loop = new WakeLoop({
      round: () => this.#sendAllDue(),
      onError: (error) => {
        options.log.warn({ err: error }, 'could not read the mail queue')
        return RETRY_AFTER_ERROR
      },
    })
  }

  async start(): Promise<void> {
    const { listener } = this.#options
    listener.onReconnect(() => this.#loop.wake())
    await listener.listen('script_writer_mail', () => this.#loop.wake())
    this.#loop.wake()
  }

  /** Gives the current delivery a moment to finish, then aborts it; it is retried later. */
  async close(): Promise<void> {
    const stopped = this.#loop.stop()
    await Promise.race([stopped, sleep(FINISH_TIMEOUT, undefined, { ref: false })])
    await this.#options.transport.close()
    await Promise.race([stopped, sleep(ABORT_TIMEOUT, undefined, { ref: false })])
  }

  /** Returns the milliseconds until the next mail is due. */
  async #sendAllDue(): Promise<number> {
    const { pool } = this.#options
    let more = true
    while (more && !this.#loop.isStopped) {
      more = await takeDueMail(pool, (mail) => this.#send(mail))
    }
    if (this.#loop.isStopped) return POLL_INTERVAL
    const wait = (await millisecondsToNextMail(pool)) ?? POLL_INTERVAL
    return Math.min(POLL_INTERVAL, Math.max(0, wait))
  }

  async #send(mail: QueuedMail): Promise<Result> {
    const { from, transport, siteUrl, log } = this.#options
    const { id, template, data, recipient, created_at: queuedAt } = mail
    try {
      const content = render(template, data, siteUrl())
      await transport.deliver({ id, queuedAt, from, to: recipient, ...content })
      log.debug({ mail: id, template }, 'mail sent')
      return { sent: true }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const retryAfter = this.#retryAfter(mail.attempts + 1, error)
      const outcome = retryAfter === undefined ? 'giving up' : 'will retry'
      log.warn({ mail: id, template, reason }, `could not send mail, ${outcome}`)
      return { sent: false, reason, retryAfter }
    }
  }

  #retryAfter(failures: number, error: unknown): number | undefined {
    const { first, longest, attempts } = this.#options.retries
    if (failures >= attempts) return undefined
    if (error instanceof DeliveryFailure && error.permanent) return undefined
    return Math.min(longest, first * 2 ** (failures - 1))
  }
}
