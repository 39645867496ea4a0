import type { Pool } from 'pg'
import type { Logger } from 'pino'

const EVERY = 30_000

/** Typed text becomes a version after 5 idle minutes, even if the writer has left. One text at a time. */
export async function cutDueVersions(pool: Pool): Promise<void> {
  let isMore = true
  while (isMore) {
    const { rows } = await pool.query<{ more: boolean }>('select private.cut_due_version() as more')
    isMore = rows[0]?.more ?? false
  }
}

export function startDueVersions(pool: Pool, log: Logger, every = EVERY): { close(): void } {
  const timer = setInterval(() => {
    cutDueVersions(pool).catch((error: unknown) => log.warn({ err: error }, 'versions are overdue'))
  }, every)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
