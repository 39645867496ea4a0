import { randomUUID } from 'node:crypto'
import { PASSWORD } from '../people.ts'

/** A signed-in user, known to every process of the server. */
export type Caller = { id: string; headers: Record<string, string> }

export async function signUp(url: string, name: string): Promise<Caller> {
  const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
  const headers = { apikey: anonKey, 'content-type': 'application/json' }
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: `${name}@example.com`, password: PASSWORD }),
  })
  const { access_token, user } = (await response.json()) as {
    access_token: string
    user: { id: string }
  }
  return { id: user.id, headers: { ...headers, authorization: `Bearer ${access_token}` } }
}

/** Returns undefined when the response was lost: the server may or may not have handled the request. */
async function call<Answer>(
  url: string,
  { headers }: Caller,
  name: string,
  body: object,
): Promise<Answer | undefined> {
  let status: number
  let text: string
  try {
    const response = await fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    status = response.status
    text = await response.text()
  } catch {
    return undefined
  }
  if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`)
  return JSON.parse(text) as Answer
}

/** A request for a script, repeated under one idempotency key until it is answered. */
export class GenerationRequest {
  readonly name: string
  readonly caller: Caller
  readonly key: string = randomUUID()
  readonly #prompt: string
  readonly #conversationId: string
  /** Every job id the server has ever returned for it. */
  readonly jobIds = new Set<string>()
  /** The server has confirmed that it is stopped. */
  isStopped = false

  constructor(name: string, prompt: string, caller: Caller, conversationId: string) {
    this.name = name
    this.#prompt = prompt
    this.caller = caller
    this.#conversationId = conversationId
  }

  get isAnswered(): boolean {
    return this.jobIds.size > 0
  }

  async send(url: string): Promise<void> {
    const answer = await call<{ jobId: string }>(url, this.caller, 'generate-script', {
      prompt: this.#prompt,
      currentScript: '',
      conversationId: this.#conversationId,
      idempotencyKey: this.key,
    })
    if (answer) this.jobIds.add(answer.jobId)
  }

  async stop(url: string): Promise<void> {
    const [jobId] = this.jobIds
    const answer = await call<{ status: string }>(url, this.caller, 'cancel-generation', { jobId })
    if (answer?.status === 'failed') this.isStopped = true
  }

  /** The stream from an event id on, or from the beginning. */
  follow(url: string, after = ''): Promise<Response> {
    const [jobId] = this.jobIds
    const address = `${url}/functions/v1/stream-generation?jobId=${jobId}&after=${after}`
    return fetch(address, { headers: this.caller.headers })
  }
}
