import { hash, randomUUID } from 'node:crypto'
import { vocabulary } from '../support/seed.ts'
import { scenePromptFor } from '../support/scripted-provider.ts'
import type { Site } from './site.ts'

export type Person = {
  id: string
  name: string
  token: string
  /** The script of 100 KB that they work on, and a conversation about it. */
  script: string
  work: string
  conversation: string
}

/** Events that a test records: what the server has confirmed, and prompts that it may have received. */
export type Noted = {
  asked: Prompt
  draft: string
  save: string
  message: string
  generation: { key: string; jobId: string }
}
type Note = <Kind extends keyof Noted>(kind: Kind, what: Noted[Kind]) => void

type Prompt = { prompt: string; name: string; sent: number; key: string; message: string }
type ScriptRow = { id: string; title: string; content: string; updated_at: string }
type OpenText = { revision: number; saved_at: string | null; text: string | null }

const sha256 = (text: string) => hash('sha256', text)
const SCENE = /^(?:INT|EXT)\. /gm

/** When a prompt was sent and its first words were shown, on the clock of all processes of the machine. */
export type Followed = { name: string; sent: number; shown: number; ended: number; status: string }

export const clock = () => performance.timeOrigin + performance.now()

/** A person with an open script, who sends the requests that the browser sends. A failed one throws. */
export class Writer {
  readonly person: Person
  readonly #site: Site
  readonly #below: (limit: number) => number
  readonly #note: Note
  #text = ''
  #revision = 0
  #title = ''
  #savedAt = ''
  #lines = 0
  #prompts = 0

  constructor(
    person: Person,
    site: Site,
    below: (limit: number) => number,
    note: Note = () => undefined,
  ) {
    this.person = person
    this.#site = site
    this.#below = below
    this.#note = note
  }

  /** The dashboard's first page. */
  list(): Promise<unknown> {
    return this.#site.get(
      `/rest/v1/saved_scripts?select=saved_at,scripts(id,title,preview,created_at,updated_at)&user_id=eq.${this.person.id}&order=saved_at.desc&limit=60`,
    )
  }

  /** Script, working text and latest conversation, at once as in the browser. */
  async open(): Promise<void> {
    const { id, script } = this.person
    const columns =
      'id,type,kind,content,created_at,job_id,withheld,partly_applied,used_at,scope,used_examples,changes'
    const [[row], [opened]] = await Promise.all([
      this.#site.get<ScriptRow[]>(
        `/rest/v1/scripts?select=id,title,content,updated_at&id=eq.${script}&user_id=eq.${id}`,
      ),
      this.#site.post<OpenText[]>('/rest/v1/rpc/open_text', { script_id: script }),
      this.#site.get(
        `/rest/v1/chat_conversations?select=id,chat_messages(${columns})&user_id=eq.${id}&script_id=eq.${script}&order=updated_at.desc&chat_messages.order=created_at,id&limit=1`,
      ),
    ])
    if (!row || !opened) throw new Error(`${this.person.name}: the script is gone`)
    this.#title = row.title
    this.#savedAt = row.updated_at
    this.#revision = opened.revision
    this.#text = opened.text ?? row.content
  }

  /** Types a line at a random place and stores it, as the browser does after a pause. */
  async draft(): Promise<void> {
    this.#lines += 1
    const words = Array.from({ length: 8 }, () => this.#anyWord()).join(' ')
    const line = `${this.person.name} ${this.#lines}, ${words}.\n`
    const at = this.#text.indexOf('\n', this.#below(this.#text.length)) + 1
    const text = this.#text.slice(0, at) + line + this.#text.slice(at)
    const kept = await this.#rpc<{ revision: number }>('keep_draft', {
      work_id: this.person.work,
      revision: this.#revision,
      changes: [{ origin: 'typed', splices: [{ start: at, end: at, text: line }] }],
      text_hash: sha256(text),
    })
    this.#text = text
    this.#revision = kept.revision
    this.#note('draft', line.slice(0, line.indexOf(',')))
  }

  async save(): Promise<void> {
    const path = 'save_script?select=id,title,updated_at,work_id'
    const saved = await this.#rpc<ScriptRow>(path, {
      title: this.#title,
      revision: this.#revision,
      script_id: this.person.script,
      conversation_id: this.person.conversation,
      expected_updated_at: this.#savedAt,
    })
    this.#savedAt = saved.updated_at
    this.#note('save', sha256(this.#text))
  }

  search(): Promise<unknown> {
    return this.#rpc('search_scripts', { query: this.#anyWord(), max_results: 200 })
  }

  /** Sends a prompt, whose answer rewrites a scene. */
  async prompt(): Promise<{ jobId: string; name: string; sent: number }> {
    this.#prompts += 1
    const name = `${this.person.name}-${this.#prompts}`
    const scenes = this.#text.match(SCENE)?.length ?? 1
    const prompt = scenePromptFor(name, 1 + this.#below(scenes))
    const asked = { prompt, name, sent: clock(), key: randomUUID(), message: randomUUID() }
    this.#note('asked', asked)
    return this.request(asked)
  }

  /** May also repeat a request whose response was lost: the idempotency key prevents a second generation. */
  async request({ prompt, name, sent, key, message }: Prompt) {
    const body = {
      prompt,
      scriptId: this.person.work,
      revision: this.#revision,
      conversationId: this.person.conversation,
      message: { id: message },
      mode: 'change',
      idempotencyKey: key,
    }
    const path = '/functions/v1/generate-script'
    const { jobId } = await this.#site.post<{ jobId: string }>(path, body)
    this.#note('message', message)
    this.#note('generation', { key, jobId })
    return { jobId, name, sent }
  }

  /** Follows the answer to its end, as the browser does. */
  async follow({ jobId, name, sent }: { jobId: string; name: string; sent: number }) {
    const answer: Followed = { name, sent, shown: 0, ended: 0, status: '' }
    const status = this.#site.post('/functions/v1/check-generation-status', { jobId })
    const path = `/functions/v1/stream-generation?jobId=${jobId}&after=`
    const streaming = this.#site.follow(path, (event, data) => {
      if (event === 'delta') answer.shown ||= clock()
      if (event !== 'end') return
      answer.ended = clock()
      answer.status = (data as { status: string }).status
    })
    await Promise.all([status, streaming])
    return answer
  }

  /** The working text after an answer; the browser reads it when it has missed an announcement. */
  async read(): Promise<void> {
    const [draft] = await this.#rpc<{ revision: number; text: string }[]>('draft_text', {
      work_id: this.person.work,
    })
    if (!draft) throw new Error(`${this.person.name}: the text is gone`)
    this.#text = draft.text
    this.#revision = draft.revision
  }

  #rpc<Answer>(name: string, body: object): Promise<Answer> {
    return this.#site.post(`/rest/v1/rpc/${name}`, body)
  }

  #anyWord(): string {
    return vocabulary[this.#below(vocabulary.length)] ?? ''
  }
}
