import { type IncomingMessage, Agent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { checkedLookup, requireOpenAddress, type Resolve } from '../connections/checked-lookup.ts'

/** The first chunks are passed on at once, so that the first words are not delayed. */
const UNBATCHED_CHUNKS = 3
/** Milliseconds; readers get the text less often than this anyway. */
const BATCH_INTERVAL = 150
const BATCH_BYTES = 64 * 1024

type Limit = { bytes: number; onOverflow: 'error' | 'truncate' }

/**
 * The body of a response, in batches: a model sends thousands of small chunks, and the SDK's cost is per
 * chunk. Limits the total size, and applies backpressure while nobody reads.
 */
const batchedBody = (message: IncomingMessage, limit: Limit): ReadableStream<Uint8Array> =>
  new ReadableStream(new BatchingSource(message, limit))

class BatchingSource {
  readonly #message: IncomingMessage
  readonly #limit: Limit
  #bytesLeft: number
  #batch: Buffer[] = []
  #batchBytes = 0
  #sentBatches = 0
  #notBefore = 0
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(message: IncomingMessage, limit: Limit) {
    this.#message = message
    this.#limit = limit
    this.#bytesLeft = limit.bytes
  }

  start(to: ReadableStreamDefaultController<Uint8Array>): void {
    const fail = (error: Error) => {
      this.#end(to)
      // Deferred, because an error discards chunks that are still queued.
      setImmediate(() => to.error(error))
    }
    const unlessOver = (then: () => void) => {
      if (this.#isOver) return
      try {
        then()
      } catch (error) {
        this.#message.destroy()
        fail(error as Error)
      }
    }
    this.#message
      .on('data', (chunk: Buffer) => unlessOver(() => this.#take(chunk, to)))
      .on('end', () =>
        unlessOver(() => {
          this.#end(to)
          to.close()
        }),
      )
      .on('error', (error) => unlessOver(() => fail(error)))
      .on('close', () => unlessOver(() => fail(new Error('The provider closed the connection'))))
  }

  pull(): void {
    this.#message.resume()
  }

  cancel(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#message.destroy()
  }

  #take(chunk: Buffer, to: ReadableStreamDefaultController<Uint8Array>): void {
    this.#bytesLeft -= chunk.length
    if (this.#bytesLeft < 0) {
      this.#overflow(to)
      return
    }
    this.#batch.push(chunk)
    this.#batchBytes += chunk.length
    const wait = this.#notBefore - performance.now()
    if (wait <= 0 || this.#batchBytes > BATCH_BYTES) this.#flush(to)
    else this.#timer ??= setTimeout(() => this.#flush(to), wait)
  }

  #flush(to: ReadableStreamDefaultController<Uint8Array>): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#batch.length === 0) return
    to.enqueue(Buffer.concat(this.#batch))
    this.#batch = []
    this.#batchBytes = 0
    this.#sentBatches += 1
    if (this.#sentBatches >= UNBATCHED_CHUNKS) this.#notBefore = performance.now() + BATCH_INTERVAL
    if ((to.desiredSize ?? 0) <= 0) this.#message.pause()
  }

  #end(to: ReadableStreamDefaultController<Uint8Array>): void {
    this.#flush(to)
    this.#isOver = true
  }

  #overflow(to: ReadableStreamDefaultController<Uint8Array>): void {
    this.#end(to)
    this.#message.destroy()
    if (this.#limit.onOverflow === 'truncate') to.close()
    else to.error(new Error(`The provider sent more than ${this.#limit.bytes} bytes`))
  }
}

const ERROR_BODY_BYTES = 64 * 1024
const CONNECT_TIMEOUT = 10_000

/** The error that `fetch` throws, which the SDKs recognise as a network error. */
const networkError = (cause: Error) =>
  cause.name === 'AbortError' ? cause : new TypeError('fetch failed', { cause })

const hasNoBody = (status: number) => status === 204 || status === 205 || status === 304

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  return headers
}

/** Throws when the status or the headers are invalid. */
function responseOf(message: IncomingMessage, responseBytes: number): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = message
  const init = { status, statusText, headers: headersOf(message) }
  if (hasNoBody(status)) {
    message.resume()
    return new Response(null, init)
  }
  const isSuccess = status >= 200 && status < 300
  const limit = isSuccess
    ? { bytes: responseBytes, onOverflow: 'error' as const }
    : { bytes: ERROR_BODY_BYTES, onOverflow: 'truncate' as const }
  return new Response(batchedBody(message, limit), init)
}

/** HTTP agents whose sockets connect only to checked addresses. */
function checkedAgents(allowsLoopback: boolean, resolve?: Resolve) {
  const options = { keepAlive: true, scheduling: 'lifo' as const, timeout: 5_000 }
  const lookup = checkedLookup(allowsLoopback, resolve)
  return {
    'http:': new Agent({ ...options, lookup }),
    'https:': new HttpsAgent({ ...options, lookup }),
  }
}

const agents = new Map<boolean, ReturnType<typeof checkedAgents>>()

/** Apart for the two kinds of check, since a socket that is kept open is not checked again. */
function agentsFor(allowsLoopback: boolean, resolve?: Resolve) {
  if (resolve) return checkedAgents(allowsLoopback, resolve)
  const known = agents.get(allowsLoopback) ?? checkedAgents(allowsLoopback)
  agents.set(allowsLoopback, known)
  return known
}

type Limits = {
  responseBytes: number
  /** Refuses private addresses; a test may resolve names itself. */
  checksAddress?: boolean | undefined
  /** Of the private addresses, these are not refused. */
  allowsLoopback?: boolean | undefined
  resolve?: Resolve
}

/**
 * A `fetch` with a limit on the size of a response. It follows no redirects, because the API key in the
 * headers is for the configured address only. Built on Node's HTTP client: the streams of the built-in
 * fetch cost more per small chunk than everything we do with it.
 */
export const boundedFetch =
  ({
    responseBytes,
    checksAddress = false,
    allowsLoopback = false,
    resolve,
  }: Limits): typeof fetch =>
  (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((onResponse, reject) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (checksAddress) requireOpenAddress(url, allowsLoopback)
      const checked = agentsFor(allowsLoopback, resolve)
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      const ownHeaders = Object.fromEntries(new Headers(headers))
      const request = send(url, {
        method,
        headers: { ...ownHeaders, 'accept-encoding': 'identity' },
        ...(signal && { signal }),
        ...(checksAddress && { agent: checked[url.protocol === 'https:' ? 'https:' : 'http:'] }),
      })
      const connectTimer = setTimeout(
        () => request.destroy(new Error('Connection timed out')),
        CONNECT_TIMEOUT,
      )
      const connected = () => clearTimeout(connectTimer)
      request.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', connected)
        else connected()
      })
      request.on('response', (message) => {
        try {
          onResponse(responseOf(message, responseBytes))
        } catch (error) {
          message.destroy()
          reject(error)
        }
      })
      request.on('error', (error) => reject(networkError(error)))
      request.on('close', () => {
        connected()
        reject(networkError(new Error('The provider closed the connection')))
      })
      request.end(body)
    })
