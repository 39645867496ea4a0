import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Connection, Submittable } from 'pg'
import type { BoundedClient } from './bounded-client.ts'

/** Parts of the driver's connection that its types leave out. */
type Wire = {
  stream: Writable & { pause(): void; resume(): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}
type Completed = { text: string }

/** How much is buffered for the reader before the database's socket is paused. */
const MAX_WAITING_BYTES = 1024 * 1024

const rowsIn = ({ text }: Completed) => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)

class CopyOut implements Submittable {
  readonly #text: string
  #wire: Wire | undefined
  #rows: Buffer[] = []
  #bytes = 0
  #wake = Promise.withResolvers<void>()
  #failure: Error | undefined
  #isDone = false

  constructor(text: string) {
    this.#text = text
  }

  submit(connection: Connection): void {
    this.#wire = connection as unknown as Wire
    this.#wire.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // A copy, because the driver reuses the buffer.
    this.#rows.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes > MAX_WAITING_BYTES) this.#wire?.stream.pause()
    this.#wake.resolve()
  }

  handleError(error: Error): void {
    this.#failure = error
    this.#end()
  }

  handleCommandComplete(): void {
    // The copy ends with ReadyForQuery.
  }

  handleReadyForQuery(): void {
    this.#end()
  }

  #end(): void {
    this.#isDone = true
    this.#wake.resolve()
  }

  async *batches(): AsyncGenerator<Buffer[]> {
    for (;;) {
      await this.#wake.promise
      this.#wake = Promise.withResolvers()
      const rows = this.#rows
      this.#rows = []
      this.#bytes = 0
      if (rows.length > 0) yield rows
      this.#wire?.stream.resume()
      // Rows that arrived during the yield have already resolved the new promise.
      if (this.#rows.length > 0) continue
      if (this.#failure) throw this.#failure
      if (this.#isDone) return
    }
  }
}

/** The rows of COPY … TO STDOUT in batches. Unless all are read, the connection cannot be used again. */
export const copyOut = (client: BoundedClient, text: string): AsyncGenerator<Buffer[]> =>
  client.query(new CopyOut(text)).batches()

class CopyIn implements Submittable {
  readonly #text: string
  readonly #finished = Promise.withResolvers<number>()
  readonly #ready = Promise.withResolvers<Wire>()
  #rows = 0
  #failure: Error | undefined

  constructor(text: string) {
    this.#text = text
    // send() awaits one after the other and throws the first failure; the other must not crash the process.
    this.#finished.promise.catch(() => undefined)
    this.#ready.promise.catch(() => undefined)
  }

  submit(connection: Connection): void {
    ;(connection as unknown as Wire).query(this.#text)
  }

  handleCopyInResponse(connection: unknown): void {
    this.#ready.resolve(connection as Wire)
  }

  handleError(error: Error): void {
    this.#failure = error
    this.#ready.reject(error)
    this.#finished.reject(error)
  }

  handleCommandComplete(completed: Completed): void {
    this.#rows = rowsIn(completed)
  }

  handleReadyForQuery(): void {
    this.#finished.resolve(this.#rows)
  }

  async send(source: AsyncIterable<Buffer>): Promise<number> {
    const wire = await this.#ready.promise
    try {
      for await (const chunk of source) {
        if (this.#failure) break
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain)
          await Promise.race([once(wire.stream, 'drain'), this.#finished.promise])
      }
      if (!this.#failure) wire.endCopyFrom()
    } catch (error) {
      if (this.#failure) throw this.#failure
      wire.sendCopyFail('the source ended with an error')
      // COPY fails because of sendCopyFail; the error to report is the source's.
      await this.#finished.promise.catch(() => undefined)
      throw error
    }
    return this.#finished.promise
  }
}

/** Sends the source to COPY … FROM STDIN, and returns the number of rows. */
export const copyIn = (
  client: BoundedClient,
  text: string,
  source: AsyncIterable<Buffer>,
): Promise<number> => client.query(new CopyIn(text)).send(source)
