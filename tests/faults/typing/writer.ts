import { randomUUID } from 'node:crypto'
import type { Client } from '../../support/client.ts'
import { sha256, type Version } from '../../integration/versions/text-fixture.ts'

type Failure = { status: number; message: string }
type Outcome<Data> = { data: Data | null; error: { message: string } | null; status: number }
type Request = { name: string; key: string; script: string; isAnswered: boolean }

/** Another request came first; the next attempt reads the text again. */
const CONFLICT = 409
/** No response, or the database is unavailable because it was killed a moment before the server. */
const LOST = new Set([0, 503])

const anyOf = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)]

/** A user who works on one text through the API. Responses may be lost, and answers arrive in between. */
export class Writer {
  readonly work: string = randomUUID()
  /** Lines that the server or the browser has promised to keep. */
  readonly promised = new Set<string>()
  /** Errors other than lost connections and conflicts. */
  readonly failures: Failure[] = []
  readonly requests: Request[] = []
  readonly name: string
  readonly client: Client
  /** What the provider answers, by the name of the request. */
  readonly #answers: Map<string, string>
  readonly #creationKey = randomUUID()
  /** The id of the saved script. */
  script = ''
  #conversation = ''
  #lines = 0

  constructor(name: string, client: Client, answers: Map<string, string>) {
    this.name = name
    this.client = client
    this.#answers = answers
  }

  /** Returns null if the request was refused or its response lost. */
  #dataOf<Data>({ data, error, status }: Outcome<Data>): Data | null {
    if (error && !LOST.has(status) && status !== CONFLICT) {
      this.failures.push({ status, message: error.message })
    }
    return error ? null : data
  }

  async #draft() {
    const read = await this.client.rpc('draft_text', { work_id: this.work })
    return this.#dataOf(read)?.[0]
  }

  newLine(): string {
    this.#lines += 1
    return `${this.name}${this.#lines}x`
  }

  async begin(): Promise<void> {
    await this.#keep(0, '', `INT. ${this.name.toUpperCase()} - DAY\n\n`)
    const started = await this.client.rpc('start_conversation', {
      prompt: 'Go',
      work_id: this.work,
    })
    this.#conversation = this.#dataOf(started)?.[0]?.conversation_id ?? ''
  }

  async #keep(revision: number, before: string, added: string): Promise<boolean> {
    const end = before.length
    const origin = Math.random() < 0.8 ? 'typed' : 'pasted'
    const kept = await this.client.rpc('keep_draft', {
      work_id: this.work,
      revision,
      changes: [{ origin, splices: [{ start: end, end, text: added }] }],
      text_hash: sha256(before + added),
    })
    return this.#dataOf(kept) !== null
  }

  /** Adds a line; once confirmed, it must not get lost. */
  async type(): Promise<void> {
    const draft = await this.#draft()
    if (!draft) return
    const line = this.newLine()
    if (await this.#keep(draft.revision, draft.text, `${line}\n`)) this.promised.add(line)
  }

  async save(): Promise<void> {
    const draft = await this.#draft()
    if (!draft) return
    const saved = await this.client.rpc('save_script', {
      title: this.name,
      content: draft.text,
      work_id: this.work,
      creation_key: this.#creationKey,
    })
    this.script = this.#dataOf(saved)?.id ?? this.script
  }

  async restore(): Promise<void> {
    const history = await this.client.rpc('script_history', { work_id: this.work })
    const version = anyOf(this.#dataOf(history)?.slice(0, 5) ?? [])
    if (!version) return
    this.#dataOf(await this.client.rpc('restore_version', { version_id: version.id }))
  }

  /** Asks for the whole script with another scene before it. */
  async generate(): Promise<void> {
    const draft = await this.#draft()
    if (!draft) return
    const name = `${this.name}-${this.requests.length}`
    this.#answers.set(name, `INT. ANSWER ${name} - DAY\n\nOnce.\n\n${draft.text}`)
    const request = { name, key: randomUUID(), script: draft.text, isAnswered: false }
    this.requests.push(request)
    await this.#send(request)
  }

  /** Repeats requests whose response was lost; this must not start another generation. */
  async sendAgain(): Promise<void> {
    for (const request of this.requests) if (!request.isAnswered) await this.#send(request)
  }

  async #send(request: Request): Promise<void> {
    const { error, response } = await this.client.functions.invoke('generate-script', {
      body: {
        prompt: `Write the answer of ${request.name}.`,
        currentScript: request.script,
        conversationId: this.#conversation,
        idempotencyKey: request.key,
      },
    })
    const status = response?.status ?? 0
    // A conflict is an answer too: another generation was under way.
    request.isAnswered = !LOST.has(status)
    if (error) this.#dataOf({ data: null, error: error as Error, status })
  }

  async versions(): Promise<Version[]> {
    const all: Version[] = []
    for (;;) {
      const { data, error } = await this.client
        .from('script_versions')
        .select('*')
        .eq('work_id', this.work)
        .gt('number', all.at(-1)?.number ?? 0)
        .order('number')
        .limit(500)
      if (error) throw new Error(error.message)
      if (data.length === 0) return all
      all.push(...data)
    }
  }
}
