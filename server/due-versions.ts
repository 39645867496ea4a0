import type { Pool } from 'pg'
import type { Logger } from 'pino'

const EVERY = 30_000

/** Calls the function, which handles one text at a time, until none is left. */
async function repeat(pool: Pool, step: string): Promise<void> {
  let isMore = true
  while (isMore) {
    const { rows } = await pool.query<{ more: boolean }>(`select private.${step}() as more`)
    isMore = rows[0]?.more ?? false
  }
}

/** Typed text becomes a version after 5 idle minutes, even if the writer has left. */
export const cutDueVersions = (pool: Pool) => repeat(pool, 'cut_due_version')

/** Deletes texts that were never saved and whose last conversation was deleted directly as a row. */
export const deleteUnreachableTexts = (pool: Pool) => repeat(pool, 'delete_next_unreachable_text')

export function startDueVersions(pool: Pool, log: Logger, every = EVERY): { close(): void } {
  const timer = setInterval(() => {
    cutDueVersions(pool)
      .then(() => deleteUnreachableTexts(pool))
      .catch((error: unknown) => log.warn({ err: error }, 'versions are overdue'))
  }, every)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
