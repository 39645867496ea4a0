import type { Pool } from 'pg'
import type { Announcement } from './announcement.ts'
import type { Table, Tables } from './announced-tables.ts'
import type { Connection, Subscription } from '../connections/connection.ts'
import { type TableRead, readFiltered } from './readable-rows.ts'
import { type FilteredValues, matches, type Subscriptions } from '../subscriptions.ts'

/** A session, the announcements it subscribed to in this batch, and the reads needed to deliver them. */
export type Audience = {
  sessionId: string
  connections: Set<Connection>
  subscribed: Map<Announcement, Subscription[]>
  reads: TableRead[]
}

/** Values of the columns that filters use, for rows that still exist. */
function readValues(
  pool: Pool,
  table: Table,
  announcement: readonly Announcement[],
  subscriptions: ReadonlySet<Subscription>,
): Promise<Map<string, FilteredValues>> {
  const columns = new Set<string>()
  for (const { filter } of subscriptions) {
    // The announcement already has the id.
    if (filter && filter.column !== 'id') columns.add(filter.column)
  }
  const ids = announcement.filter(({ type }) => type !== 'DELETE').map(({ id }) => id)
  return readFiltered(pool, table, [...columns], ids)
}

function note(
  audiences: Map<string, Audience>,
  subscription: Subscription,
  table: Table,
  announcement: Announcement,
): void {
  const { connection } = subscription.channel
  const sessionId = connection.person?.sessionId
  if (sessionId === undefined) return
  const audience: Audience = audiences.get(sessionId) ?? {
    sessionId,
    connections: new Set(),
    subscribed: new Map(),
    reads: [],
  }
  audiences.set(sessionId, audience)
  audience.connections.add(connection)
  const subscribers = audience.subscribed.get(announcement)
  if (subscribers) {
    subscribers.push(subscription)
    return
  }
  audience.subscribed.set(announcement, [subscription])
  let read = audience.reads.find((known) => known.table === table)
  if (!read) audience.reads.push((read = { table, ids: [], deleted: [] }))
  if (announcement.type === 'DELETE') read.deleted.push(announcement)
  else read.ids.push(announcement.id)
}

/** Groups subscribers by session, so that all tabs of a browser share one read. */
export async function findAudiences(
  pool: Pool,
  batch: readonly Announcement[],
  tables: Tables,
  subscriptions: Subscriptions,
): Promise<Map<string, Audience>> {
  const read = [...Map.groupBy(batch, ({ table }) => table)].map(async ([name, announcement]) => {
    const table = tables.get(name)
    const interested = subscriptions.of(name)
    if (!table || interested.size === 0) return undefined
    return {
      table,
      announcement,
      interested,
      values: await readValues(pool, table, announcement, interested),
    }
  })
  const audiences = new Map<string, Audience>()
  for (const known of await Promise.all(read)) {
    if (!known) continue
    const { table, announcement, interested, values } = known
    for (const subscription of interested) {
      for (const one of announcement) {
        if (matches(subscription, one, values.get(one.id))) {
          note(audiences, subscription, table, one)
        }
      }
    }
  }
  return audiences
}
