import type { Announcement } from './announcement.ts'
import type { Tables } from './announced-tables.ts'
import type { Audience } from './audience.ts'
import type { Channel } from '../connections/connection.ts'
import type { ReadableRows } from './readable-rows.ts'
import type { Outgoing } from '../wire/wire.ts'

/** Supabase's own error text. */
const TOO_LARGE = 'Error 413: Payload Too Large'

/** The event as JSON, or undefined if RLS hides the row from this account. */
function dataOf(
  news: Announcement,
  tables: Tables,
  sight: ReadableRows | undefined,
): string | undefined {
  const { table, type, id, formerId = id, heardAt } = news
  const row = sight?.rows.get(id)
  const may = type === 'DELETE' ? sight?.deleted.has(id) : row !== undefined
  if (!may) return undefined
  const columns = tables.get(table)?.columns.map((column) => ({
    name: column.name,
    type: column.type,
  }))
  const parts = JSON.stringify({
    schema: 'public',
    table,
    commit_timestamp: heardAt,
    type,
    columns: columns ?? [],
    errors: row?.isCut ? [TOO_LARGE] : null,
    ...(type !== 'INSERT' && { old_record: { id: formerId } }),
  })
  // The row is already JSON text.
  return type === 'DELETE' || !row ? parts : `${parts.slice(0, -1)},"record":${row.record}}`
}

/** Whether the row exists again, as its INSERT says: of several equal announcements only the first is kept. */
const isUndone = (
  news: Announcement,
  batch: readonly Announcement[],
  sight: ReadableRows | undefined,
): boolean =>
  news.type === 'DELETE' &&
  sight?.rows.has(news.id) === true &&
  batch
    .slice(0, batch.indexOf(news))
    .some(({ table, type, id }) => type === 'INSERT' && table === news.table && id === news.id)

/** One message per event and channel, in order of the announcements. */
export function* changeMessages(
  audience: Audience,
  batch: readonly Announcement[],
  tables: Tables,
  sights: ReadonlyMap<string, ReadableRows>,
): Generator<{ channel: Channel; message: Outgoing }> {
  for (const news of batch) {
    const subscribers = audience.subscribed.get(news)
    const sight = sights.get(news.table)
    const data = subscribers && dataOf(news, tables, sight)
    if (!data || isUndone(news, batch, sight)) continue
    for (const [channel, subscriptions] of Map.groupBy(subscribers, (one) => one.channel)) {
      const ids = subscriptions.map(({ id }) => id)
      const payload = `{"ids":${JSON.stringify(ids)},"data":${data}}`
      const { topic, joinRef } = channel
      yield { channel, message: { joinRef, topic, event: 'postgres_changes', payload } }
    }
  }
}
