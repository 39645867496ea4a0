import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { guarded } from '../common/guarded.ts'
import { RequestFailure, refusal, StartFailure } from '../common/failures.ts'
import { Drain } from './drain.ts'
import type { Limits } from './limits.ts'
import type { Environment } from './request-context.ts'

export type HttpServer = {
  /** The address to open on this machine. */
  url: string
  /** Stops listening, after the seconds that load balancers need to notice. */
  drain(seconds: number, hurry: AbortSignal): Promise<void>
  /** Stops listening, gives open requests time to finish, then closes the rest. */
  close(): Promise<void>
}

/** Handles WebSockets at one path; `upgrade` throws a RequestFailure to refuse one. */
export type Sockets = {
  path: string
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

const MALFORMED = new Map<string | undefined, RequestFailure>([
  ['ERR_HTTP_REQUEST_TIMEOUT', refusal(408, 'request_timeout')],
  ['HPE_HEADER_OVERFLOW', refusal(431, 'headers_too_large')],
])

/** Requests that Node rejects before any handler sees them still get a response in the usual format. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket, log: Logger): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  answerRaw(socket, MALFORMED.get(error.code) ?? refusal(400, 'bad_request'), log)
}

/** Responds without the app, which sees neither malformed requests nor upgrades, and logs the request. */
function answerRaw(socket: Duplex, { status, code, message }: RequestFailure, log: Logger): void {
  const requestId = randomUUID()
  const body = JSON.stringify({ code, message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  log.info({ requestId, status, code }, 'request')
}

/** Routes WebSocket upgrades; a refusal is sent as an ordinary HTTP response. */
function handleUpgrades(
  server: Server,
  drain: Drain,
  sockets: Sockets | undefined,
  log: Logger,
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    try {
      if (!drain.admits(request)) return
      if (request.url?.split('?')[0] !== sockets?.path) {
        throw refusal(404, 'not_found')
      }
      sockets?.upgrade(request, socket, head)
    } catch (error) {
      if (!(error instanceof RequestFailure)) {
        log.error({ err: error }, 'a WebSocket could not be opened')
        socket.destroy()
        return
      }
      answerRaw(socket, error, log)
    }
  })
}

/**
 * Closes the connection of a client that stopped reading. Node counts every byte sent as activity; a response
 * that is merely idle, such as an event stream, has nothing left to send.
 */
function closeIfStalled(outgoing: ServerResponse, milliseconds: number): void {
  outgoing.setTimeout(milliseconds, () => {
    const { socket } = outgoing
    if (socket && socket.writableLength > 0) socket.destroy()
  })
}

const browsable = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const listening = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'it is already in use' : error.message
      reject(
        new StartFailure(
          `Cannot listen on HOST ${host}, PORT ${port}: ${reason}; for example PORT=3001`,
        ),
      )
    })
    server.listen(port, host, resolve)
  })

export async function listen(
  app: Hono<Environment>,
  options: { host: string; port: number; limits: Limits; log: Logger; sockets?: Sockets },
): Promise<HttpServer> {
  const { host, port, limits, log, sockets } = options
  const answer = getRequestListener(app.fetch)
  const server = createServer(
    {
      headersTimeout: limits.headersMilliseconds,
      requestTimeout: limits.requestMilliseconds,
      keepAliveTimeout: limits.keepAliveMilliseconds,
      // How often Node enforces the first two timeouts.
      connectionsCheckingInterval: Math.min(1_000, limits.headersMilliseconds / 2),
      // Requests to upgrade to anything else (h2c) are answered as plain HTTP/1.1.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    (incoming, outgoing) => {
      if (!drain.admits(incoming, outgoing)) return
      closeIfStalled(outgoing, limits.stalledMilliseconds)
      // The app answers errors of its routes; any other failure closes only this connection.
      void answer(incoming, outgoing).catch((error: unknown) => {
        log.error({ err: error }, 'a request could not be answered')
        outgoing.destroy()
      })
    },
  )
  const drain = new Drain(server, limits)
  server.on(
    'clientError',
    guarded(
      (error: NodeJS.ErrnoException, socket: Socket) => answerMalformed(error, socket, log),
      (error, _cause, socket) => {
        log.error({ err: error }, 'a malformed request could not be answered')
        socket.destroy()
      },
    ),
  )
  handleUpgrades(server, drain, sockets, log)
  await listening(server, host, port)
  const closed = once(server, 'close')
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${browsable(host)}:${actual}`,
    drain: (seconds, hurry) => drain.run(seconds, hurry),
    async close() {
      await drain.stopListening()
      const allClosed = Promise.all([closed, sockets?.close()])
      await Promise.race([allClosed, pause(limits.drainMilliseconds, undefined, { ref: false })])
      server.closeAllConnections()
      await allClosed
    },
  }
}
