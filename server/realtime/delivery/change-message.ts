import type { Announcement } from './announcement.ts'
import type { Tables } from './announced-tables.ts'
import type { Audience } from './audience.ts'
import type { Channel } from '../connections/connection.ts'
import type { Sight } from './readable-rows.ts'
import type { Outgoing } from '../wire/wire.ts'

/** As Supabase's own server says it. */
const TOO_LARGE = 'Error 413: Payload Too Large'

/** The event's data as JSON text, or undefined when there is nothing this person may be told. */
function dataOf(news: Announcement, tables: Tables, sight: Sight | undefined): string | undefined {
  const { table, type, id, heardAt } = news
  const row = sight?.rows.get(id)
  const may = type === 'DELETE' ? sight?.seesTable : row !== undefined
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
    ...(type !== 'INSERT' && { old_record: { id } }),
  })
  // The row is JSON already, as the database wrote it.
  return type === 'DELETE' || !row ? parts : `${parts.slice(0, -1)},"record":${row.record}}`
}

/** One message per event and channel, in the order in which things happened. */
export function* changeMessages(
  audience: Audience,
  round: readonly Announcement[],
  tables: Tables,
  sights: ReadonlyMap<string, Sight>,
): Generator<{ channel: Channel; message: Outgoing }> {
  for (const news of round) {
    const wanting = audience.wanted.get(news)
    const data = wanting && dataOf(news, tables, sights.get(news.table))
    if (!data) continue
    for (const [channel, subscriptions] of Map.groupBy(wanting, (one) => one.channel)) {
      const ids = subscriptions.map(({ id }) => id)
      const payload = `{"ids":${JSON.stringify(ids)},"data":${data}}`
      const { topic, joinRef } = channel
      yield { channel, message: { joinRef, topic, event: 'postgres_changes', payload } }
    }
  }
}
