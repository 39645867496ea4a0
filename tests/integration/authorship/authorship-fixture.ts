import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type AuthorshipRecord, authorshipRecord } from '../../../contract/authorship.ts'
import { digestsOf, signedText } from '../../../screenplay/authorship.ts'
import { signatureOf, type SigningKey } from '../../../server/common/signing-keys.ts'
import { rowInput } from '../../../server/database/row-input.ts'
import { only, type SignedIn } from '../../support/rest/fixture.ts'
import {
  accepted,
  type GenerationFixture,
  generationFixture,
  NO_WORKER,
} from '../generation/generation-fixture.ts'
import { draftOf, keep, pasted, sha256, typed } from '../versions/text-fixture.ts'

export const TYPED = 'INT. BOAT HOUSE - NIGHT\n\nMara waits.\n'
export const FOG = 'Fog rolls over wet planks while three gulls fight about a herring.'

/** The record with the signature that its content has with this key. */
export function signedBy(key: SigningKey, record: AuthorshipRecord): AuthorshipRecord {
  const digests = digestsOf(record, sha256)
  const value = signatureOf(signedText(digests), key)
  return { ...record, digests, signature: { keyId: key.id, publicKey: key.publicKey, value } }
}

export async function writtenTo(folder: string, content: string): Promise<string> {
  const name = path.join(folder, `${randomUUID()}.json`)
  await writeFile(name, content)
  return name
}

export type AuthorshipFixture = GenerationFixture & {
  /** The record of a text, checked against the contract. */
  recordOf(person: SignedIn, query: Record<string, string>): Promise<AuthorshipRecord>
  /** A finished job with this answer in a chat about the text; returns the ids of both. */
  answer(person: SignedIn, work: string, text: string): Promise<{ job: string; chat: string }>
  /** Applies an answer as the server does, in the transaction that ends the job. */
  apply(work: string, job: string, text: string): Promise<void>
  /** A request about the text, in a new conversation, that no worker takes; returns its job. */
  ask(person: SignedIn, work: string): Promise<string>
  /** Ends a request as a worker does: the answer becomes the text, or is rejected and stays in the chat. */
  end(job: string, answer: string, becomes?: { text: string; others?: string[] }): Promise<void>
}

export async function authorshipFixture(): Promise<AuthorshipFixture> {
  const fixture = await generationFixture({ ...NO_WORKER, MONTHLY_GENERATION_LIMIT: '1000000' })
  const { pool } = fixture.database
  return {
    ...fixture,
    async recordOf({ client }, query) {
      const name = `authorship?${new URLSearchParams(query).toString()}`
      const { data, error } = await client.functions.invoke<unknown>(name, { method: 'GET' })
      if (error) throw new Error(`no record: ${String(error)}`)
      return authorshipRecord.parse(data)
    },
    async answer({ id, client }, work, text) {
      const started = await client.rpc('start_conversation', { prompt: 'Go', work_id: work })
      const chat = only(started)[0]?.conversation_id ?? ''
      const { rows } = await pool.query<{ id: string }>(
        `insert into public.generation_jobs
           (user_id, conversation_id, prompt, status, result, partial_text, finished_at, model)
         values ($1, $2, 'Go', 'completed', $3, $3, clock_timestamp(), 'test-model') returning id`,
        [id, chat, text],
      )
      const job = rows[0]?.id ?? ''
      await pool.query(
        `insert into public.chat_messages (conversation_id, user_id, type, content, job_id)
         values ($1, $2, 'ai', $3, $4)`,
        [chat, id, text, job],
      )
      return { job, chat }
    },
    async apply(work, job, text) {
      await pool.query('select private.apply_answer_text($1, $2, $3)', [work, job, text])
    },
    async ask(person, work) {
      const started = await person.client.rpc('start_conversation', { prompt: 'Go', work_id: work })
      const conversationId = only(started)[0]?.conversation_id
      const currentScript = (await draftOf(person.client, work))?.text ?? ''
      return accepted(person, { conversationId, currentScript })
    },
    async end(job, answer, becomes) {
      await pool.query("update public.generation_jobs set status = 'processing' where id = $1", [
        job,
      ])
      const judged = await pool.query<{ text_hash: string | null }>(
        'select text_hash from private.text_for_answer($1)',
        [job],
      )
      const { sql, value } = rowInput('written_answer', {
        job_id: job,
        attempt: 0,
        result: answer,
        written: null,
        withheld: becomes ? null : 'placeholder',
        new_text: becomes?.text ?? null,
        judged_hash: judged.rows[0]?.text_hash ?? null,
        first_text: null,
        partly_applied: false,
        other_texts: becomes?.others ?? [],
        script: null,
        changes: null,
        model: 'test-model',
        input_tokens: null,
        output_tokens: null,
        cached_input_tokens: null,
      })
      const { rows } = await pool.query<{ outcome: string }>(
        `select private.complete_generation(${sql}) as outcome`,
        [value],
      )
      if (rows[0]?.outcome !== 'completed') throw new Error(`not ended: ${rows[0]?.outcome}`)
    },
  }
}

/** Replaces the whole working text. */
async function replace(person: SignedIn, work: string, text: string, step: typeof typed) {
  const draft = await draftOf(person.client, work)
  const before = draft?.text ?? ''
  const steps = step(0, before.length, text)
  only(await keep(person.client, work, draft?.revision ?? 0, steps, text))
}

export const type = (person: SignedIn, work: string, text: string) =>
  replace(person, work, text, typed)
export const paste = (person: SignedIn, work: string, text: string) =>
  replace(person, work, text, pasted)

/** A text with many versions: typing and pasting in turn makes a new version each time. */
export async function manyVersions(
  person: SignedIn,
  count: number,
  work: string = randomUUID(),
): Promise<string> {
  let text = (await draftOf(person.client, work))?.text ?? ''
  for (let n = 1; n <= count; n += 1) {
    text += `Line ${n} of ${work} says something about ${n * 7} boats.\n`
    await (n % 2 === 0 ? type : paste)(person, work, text)
  }
  return work
}

export const save = async ({ client }: SignedIn, work: string, title = 'The Boats') => {
  const content = (await draftOf(client, work))?.text ?? ''
  return only(await client.rpc('save_script', { title, content, work_id: work }))
}
