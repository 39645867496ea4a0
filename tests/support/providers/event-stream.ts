import { EventEmitter, once } from 'node:events'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { cleanUp } from '../clean-up.ts'

export type StreamEvent = { event: string; id: string; data: Record<string, unknown> }

/** Reads server-sent events as a browser does; closed with the test. */
export class EventStream {
  readonly response: Response
  readonly events: StreamEvent[] = []
  /** Resolves when the stream is over, whichever side ended it. */
  readonly ended: Promise<void>
  readonly #news = new EventEmitter().setMaxListeners(0)
  readonly #closing: AbortController
  #hasEnded = false

  private constructor(response: Response, closing: AbortController) {
    this.response = response
    this.#closing = closing
    this.ended = this.#readToEnd()
  }

  static async open(url: string, headers: Record<string, string>): Promise<EventStream> {
    const closing = new AbortController()
    cleanUp(() => closing.abort())
    const response = await fetch(url, { headers, signal: closing.signal })
    return new EventStream(response, closing)
  }

  /** The text as a reader sees it: everything since the last restart. */
  get text(): string {
    const restart = this.events.findLastIndex(({ event }) => event === 'restart')
    const deltas = this.events.slice(restart + 1).filter(({ event }) => event === 'delta')
    return deltas.map(({ data }) => data['text'] as string).join('')
  }

  get lastId(): string {
    return this.events.at(-1)?.id ?? ''
  }

  async until(isSo: (stream: this) => boolean): Promise<void> {
    while (!isSo(this)) {
      if (this.#hasEnded) throw new Error(`ended with ${JSON.stringify(this.events)}`)
      await once(this.#news, 'news')
    }
  }

  /** Drops the connection. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.ended
  }

  async #readToEnd(): Promise<void> {
    await this.#read().catch(() => undefined)
    this.#hasEnded = true
    this.#news.emit('news')
  }

  async #read(): Promise<void> {
    // A refusal is left for the test to read.
    if (!this.response.ok || !this.response.body) return
    const events = this.response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
    for await (const { event = 'message', id = '', data } of events) {
      this.events.push({ event, id, data: JSON.parse(data) as StreamEvent['data'] })
      this.#news.emit('news')
    }
  }
}
