import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Request = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}
/** How long each answer took, and all of them together, in milliseconds. */
export type Load = { times: number[]; took: number }

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

function bytesOf({ method, path, headers, body }: Request, host: string): Buffer {
  const all: Record<string, string> = { host, connection: 'keep-alive', ...headers }
  if (body !== undefined) all['content-length'] = String(Buffer.byteLength(body))
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

/** Reads answers off one connection with as little work as possible: the generator must not be the limit. */
class Answers {
  readonly #socket: Socket
  #status = 0
  #missing = 0
  #chunked = false
  #inBody = false
  #held: Buffer = Buffer.alloc(0)
  #done: PromiseWithResolvers<number> | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (data: Buffer) => this.#take(data))
    socket.on('error', (error) => this.#done?.reject(error))
    socket.on('close', () => this.#done?.reject(new Error('the connection was dropped')))
  }

  ask(bytes: Buffer): Promise<number> {
    this.#done = Promise.withResolvers<number>()
    this.#socket.write(bytes)
    return this.#done.promise
  }

  #take(data: Buffer): void {
    let rest = data
    if (!this.#inBody) {
      rest = this.#held.length > 0 ? Buffer.concat([this.#held, data]) : data
      const end = rest.indexOf(HEAD_END)
      if (end === -1) {
        this.#held = rest
        return
      }
      this.#readHead(rest.toString('latin1', 0, end))
      this.#held = Buffer.alloc(0)
      rest = rest.subarray(end + 4)
    }
    this.#missing -= rest.length
    const over = this.#chunked ? rest.subarray(-5).equals(LAST_CHUNK) : this.#missing <= 0
    if (!over) return
    this.#inBody = false
    this.#done?.resolve(this.#status)
  }

  #readHead(head: string): void {
    this.#status = Number(head.slice(9, 12))
    this.#chunked = /\r\ntransfer-encoding: chunked/i.test(head)
    this.#missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    this.#inBody = true
  }
}

type Options = {
  connections: number
  status: number
  until: AbortSignal
  /** Milliseconds from one request of a connection to its next; without it, as fast as answers come. */
  every?: number
}

/** The same request again and again over some connections that stay open, each waiting for its answer. */
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
  const begun = performance.now()
  const worker = async (socket: Socket, n: number) => {
    const answers = new Answers(socket)
    let next = begun + (n * every) / connections
    while (!until.aborted) {
      const early = next - performance.now()
      if (early > 0) await pause(early)
      const asked = performance.now()
      const got = await answers.ask(bytes)
      if (got !== status) throw new Error(`${request.method} ${request.path} answered ${got}`)
      times.push(performance.now() - asked)
      next = Math.max(next + every, performance.now())
    }
  }
  try {
    await Promise.all(sockets.map(worker))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  return { times, took: performance.now() - begun }
}
