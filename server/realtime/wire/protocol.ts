import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { NOTHING_MISSED } from '../../../contract/change-position.ts'
import type { Identify } from '../../database/request-transaction.ts'
import { admit } from '../connections/admission.ts'
import type { AnnouncedTables } from '../delivery/announced-tables.ts'
import type { ChangePositions } from '../delivery/change-positions.ts'
import type { Channel, Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { readJoinRequest } from './join-request.ts'
import { NOT_OFFERED, Refusal, type Incoming } from './wire.ts'
import type { RealtimeLimits } from '../limits.ts'
import { PREFIX, sendSystem } from './system-message.ts'
import { checkChanges } from '../subscriptions.ts'

export type Parts = {
  pool: Pool
  log: Logger
  identify: Identify
  limits: RealtimeLimits
  tables: AnnouncedTables
  connections: Connections
  positions: ChangePositions
}

const tokenPush = z.object({ access_token: z.string() })
const notOfferedEvents = new Map(Object.entries(NOT_OFFERED))

let lastId = 0

function reply(
  connection: Connection,
  { join_ref: joinRef, ref, topic }: Incoming,
  status: 'ok' | 'error',
  response: object = {},
): void {
  const payload = JSON.stringify({ status, response })
  connection.send({ joinRef, ref, topic, event: 'phx_reply', payload })
}

async function join(parts: Parts, connection: Connection, message: Incoming): Promise<void> {
  const { pool, limits, tables, connections, positions } = parts
  const { topic, join_ref: joinRef } = message
  if (!topic.startsWith(PREFIX) || topic === PREFIX) {
    throw new Refusal(`The topic "${topic}" is not of the form ${PREFIX}name.`)
  }
  if (!connection.channels.has(topic) && connection.channels.size >= limits.channelsPerSocket) {
    throw new Refusal(`A socket may have at most ${limits.channelsPerSocket} channels.`)
  }
  const { token, changes, since } = readJoinRequest(message.payload, limits.changesPerChannel)
  await admit(parts, connection, token)
  const requested = await checkChanges(pool, changes, await tables.current())
  const channel: Channel = { connection, topic, joinRef, subscriptions: [] }
  channel.subscriptions = requested.map(({ tables: names, operation, filter }) => {
    lastId += 1
    return { id: lastId, channel, tables: names, operation, filter }
  })
  connections.openChannel(channel)
  // Later changes are delivered to the channel; earlier ones are already recorded in `positions`.
  const followed = channel.subscriptions.flatMap(({ tables: names }) => names)
  if (since && positions.isUnchanged(since, followed)) sendSystem(channel, 'ok', NOTHING_MISSED)
  // The client compares these with its own list, in order.
  const confirmed = changes.map(({ event, schema, table, filter }, n) => ({
    id: channel.subscriptions[n]?.id,
    event,
    schema,
    table: table ?? undefined,
    filter: filter ?? undefined,
  }))
  reply(connection, message, 'ok', { postgres_changes: confirmed })
  sendSystem(channel, 'ok', 'Subscribed to PostgreSQL')
}

async function renew(parts: Parts, channel: Channel, message: Incoming): Promise<void> {
  const { connection, topic } = channel
  // A client without a session sends null.
  const token = tokenPush.safeParse(message.payload).data?.access_token
  try {
    if (token !== undefined) await admit(parts, connection, token)
    reply(connection, message, 'ok')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    reply(connection, message, 'error', { reason: error.message })
    sendSystem(channel, 'error', error.message)
    parts.connections.closeChannel(connection, topic)
  }
}

async function answer(parts: Parts, connection: Connection, message: Incoming): Promise<void> {
  const { topic, event } = message
  if (event === 'phx_join') return join(parts, connection, message)
  if (event === 'heartbeat' && topic === 'phoenix') return reply(connection, message, 'ok')
  const channel = connection.channels.get(topic)
  if (event === 'phx_leave') {
    reply(connection, message, 'ok')
    return parts.connections.closeChannel(connection, topic)
  }
  const notOffered = notOfferedEvents.get(event)
  if (notOffered) {
    sendSystem({ connection, topic, joinRef: message.join_ref }, 'error', notOffered)
    // Clients do not wait for a reply to a broadcast, but they do notice that their channel is closed.
    if (event === 'broadcast') parts.connections.closeChannel(connection, topic)
    throw new Refusal(notOffered)
  }
  if (!channel) throw new Refusal(`The topic "${topic}" was not joined.`)
  if (event === 'access_token') return renew(parts, channel, message)
  throw new Refusal(`Unknown event "${event}".`)
}

/** Handles a message; a failure becomes an error reply. */
export async function handle(
  parts: Parts,
  connection: Connection,
  message: Incoming,
): Promise<void> {
  try {
    await answer(parts, connection, message)
  } catch (error) {
    const isRefusal = error instanceof Refusal
    if (!isRefusal) parts.log.warn({ err: error }, 'handling a realtime message failed')
    const reason = isRefusal ? error.message : 'The server is temporarily unavailable; try again.'
    reply(connection, message, 'error', { reason })
  }
}
