import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { SESSION_ENDED } from '../../database/request-transaction.ts'
import { type Announcement, AnnouncementQueue, readAnnouncement } from './announcement.ts'
import type { AnnouncedTables, Tables } from './announced-tables.ts'
import { type Audience, findAudiences } from './audience.ts'
import type { ChangePositions } from './change-positions.ts'
import type { Channel, Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import type { RealtimeLimits } from '../limits.ts'
import { type ReadableRows, readAs } from './readable-rows.ts'
import { CLOSE, type Outgoing } from '../wire/wire.ts'
import { dismiss } from '../wire/system-message.ts'

/** Supabase's own error text. */
const TOO_LARGE = 'Error 413: Payload Too Large'

/** The event as JSON, or undefined if RLS hides the row from this account. */
function dataOf(
  announcement: Announcement,
  tables: Tables,
  readable: ReadableRows | undefined,
): string | undefined {
  const { table, type, id, formerId = id, heardAt } = announcement
  const row = readable?.rows.get(id)
  const may = type === 'DELETE' ? readable?.deleted.has(id) : row !== undefined
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
  announcement: Announcement,
  batch: readonly Announcement[],
  readable: ReadableRows | undefined,
): boolean =>
  announcement.type === 'DELETE' &&
  readable?.rows.has(announcement.id) === true &&
  batch
    .slice(0, batch.indexOf(announcement))
    .some(
      ({ table, type, id }) =>
        type === 'INSERT' && table === announcement.table && id === announcement.id,
    )

/** One message per event and channel, in order of the announcements. */
function* changeMessages(
  audience: Audience,
  batch: readonly Announcement[],
  tables: Tables,
  readableRows: ReadonlyMap<string, ReadableRows>,
): Generator<{ channel: Channel; message: Outgoing }> {
  for (const announcement of batch) {
    const subscribers = audience.subscribed.get(announcement)
    const readable = readableRows.get(announcement.table)
    const data = subscribers && dataOf(announcement, tables, readable)
    if (!data || isUndone(announcement, batch, readable)) continue
    for (const [channel, subscriptions] of Map.groupBy(subscribers, (one) => one.channel)) {
      const ids = subscriptions.map(({ id }) => id)
      const payload = `{"ids":${JSON.stringify(ids)},"data":${data}}`
      const { topic, joinRef } = channel
      yield { channel, message: { joinRef, topic, event: 'postgres_changes', payload } }
    }
  }
}

type Parts = {
  pool: Pool
  log: Logger
  limits: RealtimeLimits
  tables: AnnouncedTables
  connections: Connections
  positions: ChangePositions
}

/**
 * Delivers announced changes to subscribers who may read them. Announcements are processed in batches:
 * one read per session covers all rows of a batch, so many changes cost little more than one.
 */
export class Delivery {
  readonly #parts: Parts
  readonly #queue: AnnouncementQueue
  #isRunning = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#queue = new AnnouncementQueue(parts.limits.waitingAnnouncements)
  }

  hear(payload: string): void {
    const { connections, positions, log } = this.#parts
    const announcement = readAnnouncement(payload)
    if (!announcement) {
      log.warn('invalid announcement from the database')
      return
    }
    positions.note(announcement.table)
    if (connections.subscriptions.of(announcement.table).size === 0) return
    if (!this.#queue.add(announcement)) this.disconnectAll('announcement queue overflow')
    else if (!this.#isRunning) void this.#run()
  }

  /** Events may have been lost: disconnect every client, so that all reconnect and reload. */
  disconnectAll(reason: string): void {
    const { connections, log } = this.#parts
    this.#queue.clear()
    if (connections.all.size === 0) return
    log.warn(
      { reason, sockets: connections.all.size },
      'disconnected all sockets: clients must reload',
    )
    connections.closeAll(CLOSE.eventsLost)
  }

  async #run(): Promise<void> {
    const { log, limits } = this.#parts
    this.#isRunning = true
    // Waits for the other announcements of the same commit, which arrive together and make one batch.
    await nextTurn()
    while (!this.#queue.isEmpty) {
      try {
        await this.#deliver(this.#queue.take(limits.announcementsAtOnce))
      } catch (error) {
        log.warn({ err: error }, 'delivering changes failed')
        this.disconnectAll('delivering changes failed')
      }
    }
    this.#isRunning = false
  }

  async #deliver(batch: readonly Announcement[]): Promise<void> {
    const { pool, limits, connections } = this.#parts
    const tables = await this.#parts.tables.current()
    const audiences = await findAudiences(pool, batch, tables, connections.subscriptions)
    const waiting = audiences.values()
    const worker = async () => {
      // The workers share one iterator.
      for (const audience of waiting) await this.#tell(audience, batch, tables)
    }
    await Promise.all(Array.from({ length: limits.concurrentReads }, worker))
  }

  async #tell(audience: Audience, batch: readonly Announcement[], tables: Tables): Promise<void> {
    const { pool, limits } = this.#parts
    const isTheirs = (connection: Connection) =>
      connection.person?.sessionId === audience.sessionId && !connection.isExpired
    const current = [...audience.connections].filter(
      (connection) => isTheirs(connection) && this.#keepsUp(connection),
    )
    const identity = current[0]?.person?.identity
    if (!identity) return
    try {
      const readableRows = await readAs(pool, identity, audience.reads, limits.recordBytes)
      for (const { channel, message } of changeMessages(audience, batch, tables, readableRows)) {
        const { connection, topic } = channel
        const isStillJoined = connection.channels.get(topic) === channel
        if (isStillJoined && isTheirs(connection)) connection.send(message)
      }
    } catch (error) {
      this.#sayWhy(error, current)
    }
  }

  #sayWhy(error: unknown, connections: readonly Connection[]): void {
    const { code = '' } = error as { code?: string }
    const isOver = code === SESSION_ENDED
    // Class 42: the schema has changed.
    if (code.startsWith('42')) this.#parts.tables.forget()
    if (!isOver) this.#parts.log.warn({ err: error }, 'reading changed rows for a session failed')
    for (const connection of connections) {
      dismiss(connection, isOver ? CLOSE.sessionEnded : CLOSE.eventsLost)
    }
  }

  /** Disconnects a client that reads too slowly; it reloads when it reconnects. */
  #keepsUp(connection: Connection): boolean {
    const { limits, log } = this.#parts
    if (connection.unsentBytes <= limits.bufferedBytes) return connection.isOpen
    log.info({ unsentBytes: connection.unsentBytes }, 'disconnected a slow client')
    connection.terminate()
    return false
  }
}
