import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture } from '../../support/rest/fixture.ts'
import { applySplices, type Splice } from '../../../screenplay/changes.ts'
import { begin, draftOf, keep, pasted, sha256, typed, versionsOf } from './text-fixture.ts'

const fixture = forFile(restFixture)

async function newJob(owner = fixture.anna.id): Promise<string> {
  const { rows } = await fixture.database.pool.query<{ id: string }>(
    "insert into public.generation_jobs (user_id, prompt) values ($1, 'Go') returning id",
    [owner],
  )
  return rows[0]?.id ?? ''
}

/** Applies an answer as the server does in the transaction that ends the job; the number of its version. */
async function applyFor(job: string, work: string, text: string, others: string[] = []) {
  const { rows } = await fixture.database.pool.query<{ number: number | null }>(
    'select number from private.apply_answer_text($1, $2, $3, $4)',
    [work, job, text, others],
  )
  return rows[0]?.number ?? null
}

async function apply(work: string, text: string, others: string[] = []): Promise<string> {
  const job = await newJob()
  await applyFor(job, work, text, others)
  return job
}

const reviewsOf = async (work_id: string) =>
  only(
    await fixture.anna.client
      .from('answer_reviews')
      .select()
      .eq('work_id', work_id)
      .order('created_at'),
  )

const textOf = async (version_id: string | null) =>
  version_id && (await fixture.anna.client.rpc('version_text', { version_id })).data

test('an answer and the text before it are versions, and the difference is under review', async () => {
  const { client } = fixture.anna
  const work = await begin(client, 'typed')
  const job = await apply(work, 'answered')
  const [review, ...more] = await reviewsOf(work)
  expect(more).toEqual([])
  expect(review).toMatchObject({ job_id: job, alternatives: [], kept: [], ended_at: null })
  expect(await textOf(review?.before_version ?? null)).toBe('typed')
  expect(await textOf(review?.answer_version ?? null)).toBe('answered')
  expect(await versionsOf(client, work)).toEqual([
    [1, 'typed', 'typed'],
    [2, 'answer', 'answered'],
  ])
  const versions = client.from('script_versions').select('job_id').eq('work_id', work)
  expect(only(await versions.order('number'))).toEqual([{ job_id: null }, { job_id: job }])
  const stale = await keep(client, work, 1, typed(0, 0, 'x'), 'xtyped')
  expect(stale.error?.message).toBe('draft_changed')
})

test('an answer is applied once, and one that changes nothing makes no version', async () => {
  const { client } = fixture.anna
  const work = randomUUID()
  const job = await newJob()
  const applied = await Promise.all(Array.from({ length: 5 }, () => applyFor(job, work, 'one')))
  expect(applied.filter((number) => number !== null)).toEqual([1])
  only(await keep(client, work, 1, pasted(0, 3, 'two'), 'two'))
  expect(await applyFor(job, work, 'one')).toBeNull()
  expect(await applyFor(await newJob(), work, 'two')).toBeNull()
  expect(await versionsOf(client, work)).toEqual([[1, 'answer', 'one']])
  expect((await draftOf(client, work))?.review_text).toBeNull()
})

test('an answer goes to the text of the user who asked', async () => {
  const work = await begin(fixture.anna.client, 'of Anna')
  await applyFor(await newJob(fixture.bert.id), work, 'of Bert')
  expect((await draftOf(fixture.anna.client, work))?.text).toBe('of Anna')
  expect((await draftOf(fixture.bert.client, work))?.text).toBe('of Bert')
})

const scene = (number: number, words: string) => `INT. PIER ${number} - DAY\n\n${words} 🚢\n\n`
const SCENES = Array.from({ length: 40 }, (_, n) => scene(n + 1, `Élise counts boat ${n}.`))

test.each([
  ['in the middle', 20, scene(20, 'Nobody.')],
  ['at the beginning', 0, scene(1, 'Nobody.')],
  ['at the end', 39, ''],
])(
  'a changed scene %s is announced with its change and the hashes of both texts',
  async (_, at, made) => {
    const work = await begin(fixture.anna.client, SCENES.join(''))
    const after = SCENES.with(at, made).join('')
    await apply(work, after)
    const [draft] = only(
      await fixture.anna.client
        .from('script_drafts')
        .select('changes, revision')
        .eq('work_id', work),
    )
    const [step] = (draft?.changes ?? []) as { origin: string; splices: Splice[] }[]
    expect([draft?.revision, step?.origin]).toEqual([2, 'answer'])
    expect(applySplices(SCENES.join(''), step?.splices ?? [])).toBe(after)
    // The splices contain only some scenes, not the whole script.
    expect(JSON.stringify(step).length).toBeLessThan(500)
    expect(await reviewsOf(work)).toMatchObject([
      { before_hash: sha256(SCENES.join('')), answer_hash: sha256(after) },
    ])
  },
)

test('of a long change only the text is announced', async () => {
  const work = await begin(fixture.anna.client, 'typed')
  await apply(work, 'Rain. '.repeat(3_000))
  const query = fixture.anna.client.from('script_drafts').select('changes, text_hash')
  expect(only(await query.eq('work_id', work))).toEqual([
    { changes: null, text_hash: sha256('Rain. '.repeat(3_000)) },
  ])
})

test('the first text is not under review', async () => {
  const work = randomUUID()
  await apply(work, 'answered')
  expect(await reviewsOf(work)).toEqual([])
})

test('changes are kept and unkept one by one, by nobody else, and ending keeps the numbers', async () => {
  const { client } = fixture.anna
  const work = await begin(client, 'typed')
  await apply(work, 'answered')
  const review_id = (await reviewsOf(work))[0]?.id ?? ''
  const kept = async (args: { keep?: number[]; unkeep?: number[]; ended?: boolean }) =>
    only(await client.rpc('review_changes', { review_id, ...args }))
  expect(await kept({ keep: [2, 0, 2] })).toMatchObject({ kept: [0, 2], ended_at: null })
  expect(await kept({ keep: [1], unkeep: [2] })).toMatchObject({ kept: [0, 1] })
  const ended = await kept({ ended: true })
  expect(ended).toMatchObject({ kept: [0, 1], ended_at: expect.any(String) })
  expect(await kept({ ended: true })).toMatchObject({ ended_at: ended.ended_at })
  expect(await kept({ ended: false })).toMatchObject({ kept: [0, 1], ended_at: null })
})

test('numbers that cannot be changes are refused', async () => {
  const { client } = fixture.anna
  const work = await begin(client, 'typed')
  await apply(work, 'answered')
  const review_id = (await reviewsOf(work))[0]?.id ?? ''
  for (const numbers of [[-1], [2_000_000], Array.from({ length: 10_001 }, (_, n) => n)]) {
    const refused = await client.rpc('review_changes', { review_id, keep: numbers })
    expect([refused.status, refused.error?.message]).toEqual([400, 'changes_are_invalid'])
  }
})

test('the draft names the text that open reviews compare with, until the last one ends', async () => {
  const { client } = fixture.anna
  const work = await begin(client, 'typed')
  await apply(work, 'one')
  await apply(work, 'two')
  const [first, second] = await reviewsOf(work)
  const reviewText = async () => (await draftOf(client, work))?.review_text
  expect(await reviewText()).toBe('typed')
  only(await client.rpc('review_changes', { review_id: first?.id ?? '', ended: true }))
  expect(await reviewText()).toBe('typed')
  only(await client.rpc('review_changes', { review_id: second?.id ?? '', ended: true }))
  expect(await reviewText()).toBeNull()
})

test('alternatives are versions of their own, and the first is the text', async () => {
  const { client } = fixture.anna
  const work = await begin(client, 'typed')
  await apply(work, 'one', ['two', 'three'])
  expect(await versionsOf(client, work)).toEqual([
    [1, 'typed', 'typed'],
    [2, 'answer', 'three'],
    [3, 'answer', 'two'],
    [4, 'answer', 'one'],
  ])
  const [review] = await reviewsOf(work)
  const texts = await Promise.all((review?.alternatives ?? []).map(textOf))
  expect(texts).toEqual(['one', 'two', 'three'])
  expect(await textOf(review?.before_version ?? null)).toBe('typed')
})

test('reviews go with their text', async () => {
  const { client } = fixture.anna
  const script = only(await client.rpc('save_script', { title: 'T', content: 'typed' }))
  await apply(script.work_id, 'answered')
  expect(await reviewsOf(script.work_id)).toHaveLength(1)
  only(await client.from('scripts').delete().eq('id', script.id).select())
  expect(await reviewsOf(script.work_id)).toEqual([])
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
