import type { Pool } from 'pg'
import type { Announcement } from './announcement.ts'
import type { Table, Tables } from './announced-tables.ts'
import type { Connection, Subscription } from '../connections/connection.ts'
import { type Question, readFiltered } from './readable-rows.ts'
import { type FilteredValues, matches, type Subscriptions } from '../subscriptions/subscriptions.ts'

/** One session, what it wants to hear of a round, and what it must be asked for that. */
export type Audience = {
  sessionId: string
  connections: Set<Connection>
  wanted: Map<Announcement, Subscription[]>
  questions: Question[]
}

/** The filtered columns' values of the rows that are still there. */
function readValues(
  pool: Pool,
  table: Table,
  news: readonly Announcement[],
  subscriptions: ReadonlySet<Subscription>,
): Promise<Map<string, FilteredValues>> {
  const columns = new Set<string>()
  for (const { filter } of subscriptions) {
    // The id came with the announcement.
    if (filter && filter.column !== 'id') columns.add(filter.column)
  }
  const ids = news.filter(({ type }) => type !== 'DELETE').map(({ id }) => id)
  return readFiltered(pool, table, [...columns], ids)
}

function note(
  audiences: Map<string, Audience>,
  subscription: Subscription,
  table: Table,
  news: Announcement,
): void {
  const { connection } = subscription.channel
  const sessionId = connection.person?.sessionId
  if (sessionId === undefined) return
  const audience: Audience = audiences.get(sessionId) ?? {
    sessionId,
    connections: new Set(),
    wanted: new Map(),
    questions: [],
  }
  audiences.set(sessionId, audience)
  audience.connections.add(connection)
  const wanting = audience.wanted.get(news)
  if (wanting) {
    wanting.push(subscription)
    return
  }
  audience.wanted.set(news, [subscription])
  let question = audience.questions.find((known) => known.table === table)
  if (!question) audience.questions.push((question = { table, ids: [], hasDeleted: false }))
  if (news.type === 'DELETE') question.hasDeleted = true
  else question.ids.push(news.id)
}

/** Who wants to hear what of a round, by session: a browser's tabs are asked for once. */
export async function findAudiences(
  pool: Pool,
  round: readonly Announcement[],
  tables: Tables,
  subscriptions: Subscriptions,
): Promise<Map<string, Audience>> {
  const audiences = new Map<string, Audience>()
  for (const [name, news] of Map.groupBy(round, ({ table }) => table)) {
    const table = tables.get(name)
    const interested = subscriptions.of(name)
    if (!table || interested.size === 0) continue
    const values = await readValues(pool, table, news, interested)
    for (const subscription of interested) {
      for (const one of news) {
        if (matches(subscription, one, values.get(one.id))) {
          note(audiences, subscription, table, one)
        }
      }
    }
  }
  return audiences
}
