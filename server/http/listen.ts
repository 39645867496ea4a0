import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { RequestFailure } from '../request-failure.ts'
import { StartFailure } from '../start-failure.ts'
import type { Limits } from './limits.ts'
import type { Environment } from './request-context.ts'

export type HttpServer = {
  /** What a person on this machine types to reach it. */
  url: string
  /** Takes no more connections, lets open requests end for a while, then cuts the rest. */
  close(): Promise<void>
}

/** What takes WebSockets; its `upgrade` throws a RequestFailure for those it does not want. */
export type Sockets = {
  path: string
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

const MALFORMED: Readonly<Record<string, [status: number, code: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers of the request are too large.'],
}

/** Requests so broken that no handler sees them still get an answer of the usual shape. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, code, message] = MALFORMED[error.code ?? ''] ?? [
    400,
    'bad_request',
    'The request is not valid HTTP.',
  ]
  answerRaw(socket, status, code, message)
}

function answerRaw(socket: Duplex, status: number, code: string, message: string): void {
  const body = JSON.stringify({ code, message })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/** Hands a WebSocket to whoever takes those of its path, else answers as any request is answered. */
function takeSockets(server: Server, sockets: Sockets | undefined): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    try {
      if (request.url?.split('?')[0] !== sockets?.path) {
        throw new RequestFailure(404, 'not_found', 'There is no WebSocket here.')
      }
      sockets?.upgrade(request, socket, head)
    } catch (error) {
      if (!(error instanceof RequestFailure)) {
        socket.destroy()
        throw error
      }
      answerRaw(socket, error.status, error.code, error.message)
    }
  })
}

const browsable = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const listening = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'it is in use already' : error.message
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
  options: { host: string; port: number; limits: Limits; sockets?: Sockets },
): Promise<HttpServer> {
  const { host, port, limits, sockets } = options
  const answer = getRequestListener(app.fetch)
  const server = createServer(
    {
      headersTimeout: limits.headersMilliseconds,
      requestTimeout: limits.requestMilliseconds,
      keepAliveTimeout: limits.keepAliveMilliseconds,
      // The two limits above are only looked at this often.
      connectionsCheckingInterval: Math.min(1_000, limits.headersMilliseconds / 2),
      // Any other offer to change the protocol is declined by answering in this one.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    (incoming, outgoing) => void answer(incoming, outgoing),
  )
  server.on('clientError', answerMalformed)
  takeSockets(server, sockets)
  await listening(server, host, port)
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${browsable(host)}:${actual}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      const allClosed = Promise.all([closed, sockets?.close()])
      await Promise.race([allClosed, pause(limits.drainMilliseconds, undefined, { ref: false })])
      server.closeAllConnections()
      await allClosed
    },
  }
}
