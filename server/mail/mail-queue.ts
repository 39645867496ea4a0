import type { Pool, PoolClient } from 'pg'
import { withClient } from '../database/pool.ts'
import type { Template } from './message.ts'

export type QueuedMail = {
  id: string
  recipient: string
  template: Template
  data: Record<string, unknown>
  created_at: Date
  attempts: number
}

/** Sent, or failed with the delay until the next attempt; undefined means giving up. */
export type Result =
  | { sent: true }
  | { sent: false; reason: string; retryAfter: number | undefined }

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
export const takeDueMail = (
  pool: Pool,
  send: (mail: QueuedMail) => Promise<Result>,
): Promise<boolean> =>
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
export async function millisecondsToNextMail(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ wait: number }>(
    `select (extract(epoch from next_attempt_at - clock_timestamp()) * 1000)::float8 as wait
     from private.mail_outbox where ${UNSENT}
     order by next_attempt_at limit 1 for update skip locked`,
  )
  return rows[0]?.wait
}
