import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture } from '../../support/rest/fixture.ts'
import { begin, draftOf, keep, pasted, typed, versionsOf } from './text-fixture.ts'

const fixture = forFile(restFixture)

async function newJob(owner = fixture.anna.id): Promise<string> {
  const { rows } = await fixture.database.pool.query<{ id: string }>(
    "insert into public.generation_jobs (user_id, prompt) values ($1, 'Go') returning id",
    [owner],
  )
  return rows[0]?.id ?? ''
}

/** Applies an answer as the server does in the transaction that ends the job. */
async function apply(work: string, job: string, text: string): Promise<number | null> {
  const { rows } = await fixture.database.pool.query<{ number: number | null }>(
    'select number from private.apply_answer_text($1, $2, $3)',
    [work, job, text],
  )
  return rows[0]?.number ?? null
}

test('an answer and the text before it are versions, and the difference is under review', async () => {
  const { client } = fixture.anna
  const work = await begin(client, 'typed')
  const job = await newJob()
  expect(await apply(work, job, 'answered')).toBe(2)
  expect(await versionsOf(client, work)).toEqual([
    [1, 'typed', 'typed'],
    [2, 'answer', 'answered'],
  ])
  const versions = only(
    await client.from('script_versions').select('job_id').eq('work_id', work).order('number'),
  )
  expect(versions).toEqual([{ job_id: null }, { job_id: job }])
  expect(await draftOf(client, work)).toMatchObject({
    revision: 2,
    text: 'answered',
    review_text: 'typed',
  })
  const stale = await keep(client, work, 1, typed(0, 0, 'x'), 'xtyped')
  expect(stale.error?.message).toBe('draft_changed')
})

test('an answer is applied once, and one that changes nothing makes no version', async () => {
  const { client } = fixture.anna
  const work = randomUUID()
  const job = await newJob()
  const applied = await Promise.all(Array.from({ length: 5 }, () => apply(work, job, 'one')))
  expect(applied.filter((number) => number !== null)).toEqual([1])
  only(await keep(client, work, 1, pasted(0, 3, 'two'), 'two'))
  expect(await apply(work, job, 'one')).toBeNull()
  expect(await apply(work, await newJob(), 'two')).toBeNull()
  expect(await versionsOf(client, work)).toEqual([[1, 'answer', 'one']])
  expect((await draftOf(client, work))?.review_text).toBeNull()
})

test('an answer goes to the text of the user who asked', async () => {
  const work = await begin(fixture.anna.client, 'of Anna')
  await apply(work, await newJob(fixture.bert.id), 'of Bert')
  expect((await draftOf(fixture.anna.client, work))?.text).toBe('of Anna')
  expect((await draftOf(fixture.bert.client, work))?.text).toBe('of Bert')
})

test('a save of exactly an answer in its chat is recorded as that answer', async () => {
  const { client, id } = fixture.anna
  const started = await client.rpc('start_conversation', { prompt: 'Go' })
  const conversation_id = only(started)[0]?.conversation_id ?? ''
  const job = await newJob()
  await fixture.database.pool.query(
    `insert into public.chat_messages (conversation_id, user_id, type, content, job_id)
     values ($1, $2, 'ai', 'FADE IN:', $3)`,
    [conversation_id, id, job],
  )
  const saved = await client.rpc('save_script', {
    title: 'T',
    content: 'FADE IN:',
    conversation_id,
  })
  const { work_id } = only(saved)
  const versions = await client
    .from('script_versions')
    .select('origin, job_id')
    .eq('work_id', work_id)
  expect(only(versions)).toEqual([{ origin: 'answer', job_id: job }])
})
