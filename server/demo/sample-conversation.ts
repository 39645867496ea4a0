import type { ClientBase } from 'pg'
import type { AnswerChanges } from '../../contract/generation.ts'
import { escapeTags, numberedScenes } from '../../screenplay/answers.ts'
import type { Sample } from './sample.ts'
import { addJob, answeredAt } from './sample-jobs.ts'
import { hoursBefore } from './sample-times.ts'

type Version = { id: string; text: string }
type Turn = Sample['conversation']['turns'][number]
type PutAnswer = (job: string, at: Date) => Promise<void>

/** The answer as a model writes it, and what the chat shows of it. */
function changedScene(prose: string, before: string, after: string) {
  const scenes = numberedScenes(after)
  const scene = scenes.find(({ start, end }) => !before.includes(after.slice(start, end)))
  if (!scene) throw new Error('The answer of the sample changes no scene.')
  const { id, heading, start, end } = scene
  const text = after.slice(start, end).trim()
  const changes: AnswerChanges = {
    prose,
    edits: [{ kind: 'replaced', id, heading, applied: true, text }],
  }
  return { changes, content: `${prose}\n\n<scene id="${id}">\n${escapeTags(text)}\n</scene>` }
}

/** The conversation about the script, with the branches of an answer that was tried again. */
export class SampleConversation {
  readonly #client: ClientBase
  readonly #writer: string
  readonly #now: number
  readonly #sample: Sample
  #id = ''
  #added = 0

  constructor(client: ClientBase, writer: string, now: number, sample: Sample) {
    this.#client = client
    this.#writer = writer
    this.#now = now
    this.#sample = sample
  }

  get #times() {
    const hours = this.#sample.conversation.turns.map(({ hoursAgo }) => hoursAgo)
    return [Math.max(...hours), Math.min(...hours)].map((ago) => hoursBefore(this.#now, ago))
  }

  async begin(workId: string): Promise<void> {
    const { rows } = await this.#client.query<{ id: string }>(
      `insert into public.chat_conversations (user_id, work_id, title, created_at, updated_at)
       values ($1, $2, $3, $4, $5) returning id`,
      [this.#writer, workId, this.#sample.conversation.title, ...this.#times],
    )
    this.#id = rows[0]?.id ?? ''
  }

  /** Once the script is saved. */
  async follow(scriptId: string): Promise<void> {
    await this.#client.query('update public.chat_conversations set script_id = $2 where id = $1', [
      this.#id,
      scriptId,
    ])
  }

  /** Adds the next turns that are due, which are about this text; an answer to them makes `next`. */
  async addTurns(
    isDue: (turn: Turn) => boolean,
    text: Version,
    next: string,
    put: PutAnswer,
  ): Promise<void> {
    for (const turn of this.#sample.conversation.turns.slice(this.#added)) {
      if (!isDue(turn)) return
      this.#added += 1
      await this.#add(turn, text, next, put)
    }
  }

  async #add(
    { hoursAgo, prompt, scope, mode, answers, answerAs }: Turn,
    text: Version,
    next: string,
    put: PutAnswer,
  ): Promise<void> {
    const asked = hoursBefore(this.#now, hoursAgo)
    const parent = await this.#message({ type: 'user', content: prompt, at: asked, scope })
    for (const [place, { content: prose, change }] of answers.entries()) {
      const at = new Date(asked.getTime() + place * 90_000)
      const { content, changes = null } = change
        ? changedScene(prose, text.text, next)
        : { content: prose }
      const job = await addJob(this.#client, this.#writer, {
        prompt,
        result: content,
        at,
        mode,
        conversation: this.#id,
        parent,
        branches: place > 0,
        version: text.id,
        answerAs,
      })
      await this.#client.query('update public.chat_messages set job_id = $2 where id = $1', [
        parent,
        job,
      ])
      await this.#message({ type: 'ai', content, at: answeredAt(at), job, parent, changes })
      if (change) await put(job, answeredAt(at))
    }
  }

  async #message(message: {
    type: 'user' | 'ai'
    content: string
    at: Date
    scope?: string | null
    job?: string
    parent?: string
    changes?: AnswerChanges | null
  }): Promise<string> {
    const { type, content, at, scope, job, parent, changes } = message
    const { rows } = await this.#client.query<{ id: string }>(
      `insert into public.chat_messages
         (conversation_id, user_id, type, content, created_at, scope, job_id, parent_id, changes, model, withheld)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
      [
        this.#id,
        this.#writer,
        type,
        content,
        at,
        scope,
        job,
        parent,
        changes,
        type === 'ai' ? 'Demo' : null,
        // As the answer to a question, which is no script.
        type === 'ai' && !changes ? 'question' : null,
      ],
    )
    return rows[0]?.id ?? ''
  }
}
