import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Listener } from '../database/listener.ts'
import type { Identify } from '../database/request-transaction.ts'
import { guarded } from '../common/guarded.ts'
import { RequestFailure } from '../common/failures.ts'
import { AnnouncedTables } from './delivery/announced-tables.ts'
import type { Connection } from './connections/connection.ts'
import { Connections } from './connections/connections.ts'
import type { ChangePositions } from './delivery/change-positions.ts'
import { Delivery } from './delivery/delivery.ts'
import { REALTIME_LIMITS, type RealtimeLimits } from './limits.ts'
import type { Parts } from './wire/protocol.ts'
import { receive } from './wire/receive.ts'
import { CLOSE, type Wire, WIRES } from './wire/wire.ts'
import { watchSessions } from './connections/session-watch.ts'

type HandshakeRules = {
  anonKey: string
  /** Whether a page from this origin may connect to this host. */
  isAllowedOrigin: (origin: string, host: string | undefined) => boolean
}

/** Checks origin, API key and protocol version; returns the message format. */
function checkHandshake(
  { url = '', headers }: IncomingMessage,
  { anonKey, isAllowedOrigin }: HandshakeRules,
): Wire {
  const { searchParams } = new URL(url, 'http://realtime')
  const { origin, host } = headers
  // Only browsers send an Origin header.
  if (origin !== undefined && !isAllowedOrigin(origin, host)) {
    throw new RequestFailure(403, 'origin_not_allowed', 'This origin may not connect.')
  }
  if (searchParams.get('apikey') !== anonKey) {
    throw new RequestFailure(401, 'bad_apikey', 'The apikey is missing or not valid.')
  }
  const wire = WIRES.get(searchParams.get('vsn') ?? '1.0.0')
  if (!wire) throw new RequestFailure(400, 'bad_vsn', 'The vsn is neither 1.0.0 nor 2.0.0.')
  return wire
}

export type RealtimeOptions = HandshakeRules & {
  pool: Pool
  listener: Listener
  positions: ChangePositions
  log: Logger
  identify: Identify
  limits?: Partial<RealtimeLimits>
}

export type Realtime = {
  path: string
  /** Upgrades an HTTP request to a WebSocket, or throws a RequestFailure. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** How long to wait for the peer's close frame. */
const CLOSE_TIMEOUT = 1_000

const pingOrTerminate = (connection: Connection) =>
  connection.isAlive ? connection.ping() : connection.terminate()

/** Terminates sockets that sent nothing since the last ping. */
function pingAll({ all }: Connections, log: Logger): void {
  const pingGuarded = guarded(pingOrTerminate, (error, connection) => {
    log.error({ err: error }, 'closing a socket that could not be pinged')
    connection.terminate()
  })
  for (const connection of all) pingGuarded(connection)
}

/** Live row changes, compatible with Supabase Realtime: docs/decisions/011-realtime.md. */
export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { pool, listener, positions, log, identify } = options
  const limits = { ...REALTIME_LIMITS, ...options.limits }
  const connections = new Connections(limits)
  const tables = new AnnouncedTables(pool)
  const parts: Parts = { pool, log, identify, limits, tables, connections, positions }
  const delivery = new Delivery(parts)
  await listener.listen('script_writer_changes', (payload) => delivery.hear(payload))
  await tables.watch(listener, () => {
    positions.forget()
    delivery.disconnectAll('the schema changed')
  })
  listener.onReconnect(() => {
    tables.forget()
    positions.forget()
    delivery.disconnectAll('the database was away')
  })

  const settings = {
    noServer: true,
    maxPayload: limits.messageBytes,
    closeTimeout: CLOSE_TIMEOUT,
  }
  const server = new WebSocketServer(settings)
  const timers: NodeJS.Timeout[] = []
  let isClosing = false
  const startTimers = () => {
    if (timers.length > 0) return
    timers.push(
      watchSessions(pool, connections, limits.sessionCheckMilliseconds, log),
      setInterval(() => pingAll(connections, log), limits.pingMilliseconds).unref(),
    )
  }

  return {
    path: '/realtime/v1/websocket',
    upgrade(request, socket, head) {
      const wire = checkHandshake(request, options)
      if (isClosing || connections.all.size >= limits.sockets) {
        throw new RequestFailure(503, 'unavailable', 'Too many sockets; try again later.')
      }
      startTimers()
      server.handleUpgrade(request, socket, head, (accepted: WebSocket) =>
        receive(parts, accepted, wire),
      )
    },
    async close() {
      isClosing = true
      for (const timer of timers) clearInterval(timer)
      const closed = [...server.clients].map((socket) => once(socket, 'close'))
      connections.closeAll(CLOSE.stopping)
      const late = pause(CLOSE_TIMEOUT, undefined, { ref: false })
      await Promise.race([Promise.allSettled(closed), late])
      for (const socket of server.clients) socket.terminate()
    },
  }
}
