import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { SESSION_ENDED } from '../../database/request-transaction.ts'
import { type Announcement, AnnouncementQueue, readAnnouncement } from './announcement.ts'
import type { AnnouncedTables, Tables } from './announced-tables.ts'
import { type Audience, findAudiences } from './audience.ts'
import { changeMessages } from './change-message.ts'
import type { Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import type { RealtimeLimits } from '../limits.ts'
import { readAs } from './readable-rows.ts'
import { CLOSE } from '../wire/refusal.ts'
import { dismiss } from '../wire/system-message.ts'

type Parts = {
  pool: Pool
  log: Logger
  limits: RealtimeLimits
  tables: AnnouncedTables
  connections: Connections
}

/**
 * Brings what the database announces to whoever may read it. What waits is taken in rounds: in each,
 * every session is asked once, for all rows of the round, so many changes cost little more than one.
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
    const { connections, log } = this.#parts
    const news = readAnnouncement(payload)
    if (!news) {
      log.warn('an announcement of the database cannot be read')
      return
    }
    if (connections.subscriptions.of(news.table).size === 0) return
    if (!this.#queue.add(news)) this.startOver('more changes than can be delivered')
    else if (!this.#isRunning) void this.#run()
  }

  /** Events were lost or will be: everybody connects again and reads again. */
  startOver(reason: string): void {
    const { connections, log } = this.#parts
    this.#queue.clear()
    if (connections.all.size === 0) return
    log.warn({ reason, sockets: connections.all.size }, 'all sockets are told to start over')
    connections.closeAll(CLOSE.eventsLost)
  }

  async #run(): Promise<void> {
    const { log, limits } = this.#parts
    this.#isRunning = true
    while (!this.#queue.isEmpty) {
      try {
        await this.#deliver(this.#queue.take(limits.announcementsAtOnce))
      } catch (error) {
        log.warn({ err: error }, 'changes could not be delivered')
        this.startOver('changes could not be delivered')
      }
    }
    this.#isRunning = false
  }

  async #deliver(round: readonly Announcement[]): Promise<void> {
    const { pool, limits, connections } = this.#parts
    const tables = await this.#parts.tables.current()
    const audiences = await findAudiences(pool, round, tables, connections.subscriptions)
    const waiting = audiences.values()
    const worker = async () => {
      // All workers take from the same list.
      for (const audience of waiting) await this.#tell(audience, round, tables)
    }
    await Promise.all(Array.from({ length: limits.questionsAtOnce }, worker))
  }

  async #tell(audience: Audience, round: readonly Announcement[], tables: Tables): Promise<void> {
    const { pool, limits } = this.#parts
    const isTheirs = (connection: Connection) =>
      connection.person?.sessionId === audience.sessionId && !connection.isExpired
    const current = [...audience.connections].filter(
      (connection) => isTheirs(connection) && this.#keepsUp(connection),
    )
    const identity = current[0]?.person?.identity
    if (!identity) return
    try {
      const sights = await readAs(pool, identity, audience.questions, limits.recordBytes)
      for (const { channel, message } of changeMessages(audience, round, tables, sights)) {
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
    // Class 42: the tables are not what they were.
    if (code.startsWith('42')) this.#parts.tables.forget()
    if (!isOver) this.#parts.log.warn({ err: error }, 'a row could not be read for somebody')
    for (const connection of connections) {
      dismiss(connection, isOver ? CLOSE.sessionEnded : CLOSE.eventsLost)
    }
  }

  /** A reader that left too much unread is dropped: it reads everything anew when it comes back. */
  #keepsUp(connection: Connection): boolean {
    const { limits, log } = this.#parts
    if (connection.unsentBytes <= limits.bufferedBytes) return connection.isOpen
    log.info({ unsentBytes: connection.unsentBytes }, 'a slow reader was dropped')
    connection.terminate()
    return false
  }
}
