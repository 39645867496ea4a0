import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { createParser } from 'eventsource-parser'

/** As many connections as a browser opens to one address. */
const CONNECTIONS = 6

/** A request that was refused, or that got no response (status 0). */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly status: number

  constructor(what: string, status: number, answer: string) {
    super(`${what}: ${status} ${answer.slice(0, 300)}`)
    this.status = status
  }
}

/** A person's connections to the server. Cheaper than fetch, so that the load generator is not the bottleneck. */
export class Site {
  readonly url: string
  readonly #headers: Record<string, string>
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

  constructor(url: string, headers: Record<string, string>) {
    this.url = url
    this.#headers = { ...headers, 'content-type': 'application/json' }
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.#call<Answer>('GET', path)
  }

  post<Answer>(path: string, body: object): Promise<Answer> {
    return this.#call<Answer>('POST', path, JSON.stringify(body))
  }

  /** Server-sent events until the server ends them. */
  async follow(path: string, onEvent: (event: string, data: unknown) => void): Promise<void> {
    const response = await this.#send('GET', path)
    if (response.statusCode !== 200) {
      throw new Failure(path, response.statusCode ?? 0, await text(response))
    }
    const parser = createParser({
      onEvent: ({ event = 'message', data }) => onEvent(event, JSON.parse(data)),
    })
    response.setEncoding('utf8').on('data', (piece: string) => parser.feed(piece))
    await new Promise<void>((resolve, reject) => {
      response.once('end', resolve)
      response.once('error', (error) =>
        reject(new Failure(path, 0, `the stream broke off: ${error.message}`)),
      )
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  async #call<Answer>(method: string, path: string, body?: string): Promise<Answer> {
    const response = await this.#send(method, path, body)
    const status = response.statusCode ?? 0
    const what = path.split('?')[0] ?? ''
    const answer = await text(response).catch((error: Error) => {
      throw new Failure(what, 0, `the answer broke off: ${error.message}`)
    })
    if (status !== 200) throw new Failure(what, status, answer)
    return JSON.parse(answer) as Answer
  }

  #send(method: string, path: string, body?: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers =
        body === undefined
          ? this.#headers
          : { ...this.#headers, 'content-length': Buffer.byteLength(body) }
      const sent = request(this.url + path, { method, headers, agent: this.#agent }, resolve)
      sent.once('error', (error) => reject(new Failure(path.split('?')[0] ?? '', 0, error.message)))
      sent.end(body)
    })
  }
}
