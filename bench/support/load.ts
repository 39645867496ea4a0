import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Request = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}
/** Response times, and the total time, in ms. */
export type Load = { times: number[]; took: number }

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

function bytesOf({ method, path, headers, body }: Request, host: string): Buffer {
  const all: Record<string, string> = { host, connection: 'keep-alive', ...headers }
  if (body !== undefined) all['content-length'] = String(Buffer.byteLength(body))
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

/** A minimal HTTP client for one connection, so that the load generator is not the bottleneck. */
class Connection {
  readonly #socket: Socket
  #status = 0
  #remaining = 0
  #chunked = false
  #inBody = false
  #buffered: Buffer = Buffer.alloc(0)
  #done: PromiseWithResolvers<number> | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (data: Buffer) => this.#receive(data))
    socket.on('error', (error) => this.#done?.reject(error))
    socket.on('close', () => this.#done?.reject(new Error('the connection was closed')))
  }

  send(bytes: Buffer): Promise<number> {
    this.#done = Promise.withResolvers<number>()
    this.#socket.write(bytes)
    return this.#done.promise
  }

  #receive(data: Buffer): void {
    let rest = data
    if (!this.#inBody) {
      rest = this.#buffered.length > 0 ? Buffer.concat([this.#buffered, data]) : data
      const end = rest.indexOf(HEAD_END)
      if (end === -1) {
        this.#buffered = rest
        return
      }
      this.#readHead(rest.toString('latin1', 0, end))
      this.#buffered = Buffer.alloc(0)
      rest = rest.subarray(end + 4)
    }
    this.#remaining -= rest.length
    const isDone = this.#chunked ? rest.subarray(-5).equals(LAST_CHUNK) : this.#remaining <= 0
    if (!isDone) return
    this.#inBody = false
    this.#done?.resolve(this.#status)
  }

  #readHead(head: string): void {
    this.#status = Number(head.slice(9, 12))
    this.#chunked = /\r\ntransfer-encoding: chunked/i.test(head)
    this.#remaining = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    this.#inBody = true
  }
}

type Options = {
  connections: number
  status: number
  until: AbortSignal
  /** Milliseconds between requests of a connection; without it, as fast as possible. */
  every?: number
}

/** Repeats a request over keep-alive connections, one at a time per connection. */
export async function load(
  url: string,
  request: Request,
  { connections, status, until, every = 0 }: Options,
): Promise<Load> {
  const { hostname, port, host } = new URL(url)
  const bytes = bytesOf(request, host)
  const sockets = Array.from({ length: connections }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const times: number[] = []
  const started = performance.now()
  const worker = async (socket: Socket, n: number) => {
    const connection = new Connection(socket)
    let next = started + (n * every) / connections
    while (!until.aborted) {
      const early = next - performance.now()
      if (early > 0) await pause(early)
      const sent = performance.now()
      const got = await connection.send(bytes)
      if (got !== status) throw new Error(`${request.method} ${request.path} answered ${got}`)
      times.push(performance.now() - sent)
      next = Math.max(next + every, performance.now())
    }
  }
  try {
    await Promise.all(sockets.map(worker))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  return { times, took: performance.now() - started }
}
