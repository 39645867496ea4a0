import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { chainFault } from '../../../screenplay/authorship.ts'
import { Documents } from '../../../server/documents/documents.ts'
import { computeAuthorship } from '../../../server/functions/authorship/compute.ts'
import { readHead } from '../../../server/functions/authorship/head.ts'
import type { Functions } from '../../../server/functions/call.ts'
import { forFile } from '../../support/for-file.ts'
import { holdLock } from '../../support/database/held-lock.ts'
import { only, type SignedIn } from '../../support/rest/fixture.ts'
import { cancel, refused } from '../generation/generation-fixture.ts'
import { read } from '../generation/readings/reading-fixture.ts'
import { keep, sha256 } from '../versions/text-fixture.ts'
import {
  authorshipFixture,
  FOG,
  manyVersions,
  paste,
  save,
  type,
  TYPED,
} from './authorship-fixture.ts'
import { setStanding } from '../../support/people.ts'

const fixture = forFile(authorshipFixture)
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))
const pending = forFile(() => fixture.person('pending', { approved: false }))

/** Typed by Anna, continued by an answer, then edited by her, and saved. */
async function writtenTogether() {
  const work = randomUUID()
  await type(anna, work, TYPED)
  const { job } = await fixture.answer(anna, work, FOG)
  await fixture.apply(work, job, `${TYPED}\n${FOG}\n`)
  const text = `${TYPED}\n${FOG.replace('three', 'several')}\n`
  await type(anna, work, text)
  return { work, job, text, script: await save(anna, work) }
}

describe('the record of a script', () => {
  test('says of every word how it came into the text', async () => {
    const { job, script, text } = await writtenTogether()
    const record = await fixture.recordOf(anna, { scriptId: script.id })
    const [fog, several, gulls] = ['Fog', 'several', 'gulls'].map((word) => text.indexOf(word))
    expect(record.spans).toEqual([
      { start: 0, end: fog, origin: 'typed', version: 1 },
      { start: fog, end: several, origin: 'answer', version: 2, job_id: job },
      { start: several, end: gulls, origin: 'typed', version: 3 },
      { start: gulls, end: text.length, origin: 'answer', version: 2, job_id: job },
    ])
    expect(record).toMatchObject({
      script: { id: script.id, title: 'The Boats' },
      text: { text_hash: sha256(text), words: 18, shares: { typed: 7, answer: 11 }, pending: null },
      jobs: [{ id: job, model: 'test-model', written: 12, kept: 11 }],
      written: { typed: 7, answer: 12 },
      cut: { typed: 0, answer: 1 },
    })
    expect(record.versions.map(({ origin, model, words }) => [origin, model, words])).toEqual([
      ['typed', null, 6],
      ['answer', 'test-model', 18],
      ['typed', null, 18],
    ])
  })

  test('has everything that the chain hashes cover', async () => {
    const { script } = await writtenTogether()
    const record = await fixture.recordOf(anna, { scriptId: script.id })
    expect(record.userId).toBe(anna.id)
    expect(chainFault(record, sha256)).toBeUndefined()
  })

  test('has the working text, also what is in no version yet', async () => {
    const { work, script, text } = await writtenTogether()
    await paste(anna, work, `${text}\nThe end.\n`)
    const record = await fixture.recordOf(anna, { scriptId: script.id })
    expect(record.text.pending).toEqual({ origin: 'pasted', since: expect.any(String) as string })
    expect(record.versions).toHaveLength(3)
    expect(record.spans.at(-1)).toMatchObject({ origin: 'pasted', version: null })
    expect(record.text.text_hash).toBe(sha256(`${text}\nThe end.\n`))
  })

  test('is there before the first save, by its work id', async () => {
    const work = randomUUID()
    await type(anna, work, TYPED)
    const record = await fixture.recordOf(anna, { workId: work })
    expect(record).toMatchObject({ script: null, workId: work, versions: [], text: { words: 6 } })
  })

  test('has the texts on request, each piece once', async () => {
    const { script, text } = await writtenTogether()
    const { texts } = await fixture.recordOf(anna, { scriptId: script.id, texts: 'true' })
    const list = texts?.byHash[sha256(text)] ?? []
    expect(list.map((number) => texts?.pieces[number]).join('')).toBe(text)
    expect(Object.keys(texts?.byHash ?? {})).toContain(sha256(FOG))
    expect(new Set(texts?.pieces).size).toBe(texts?.pieces.length)
    const without = await fixture.recordOf(anna, { scriptId: script.id })
    expect(without.texts).toBeUndefined()
  })
})

test('the statement is a PDF that is named after the script', async () => {
  const { script } = await writtenTogether()
  const query = `authorship?scriptId=${script.id}&format=pdf`
  const { data, response } = await anna.client.functions.invoke<Blob>(query, { method: 'GET' })
  expect(await data?.slice(0, 5).text()).toBe('%PDF-')
  expect(response?.headers.get('content-disposition')).toContain('"The Boats - Authorship.pdf"')
})

describe('text that was there before an answer stays its author’s', () => {
  const SCENE = `${TYPED}\nMara reads the letter aloud to nobody at all, twice.\n`
  const allTyped = { typed: 16, pasted: 0, import: 0, answer: 0 }

  test('if the answer is rejected but repeats it, and no version existed', async () => {
    const work = randomUUID()
    await type(anna, work, SCENE)
    const job = await fixture.ask(anna, work)
    await fixture.end(job, `Here it is:\n\n${SCENE}\nShe smiles.\n[rest unchanged]`)
    expect((await fixture.recordOf(anna, { workId: work })).text.shares).toEqual(allTyped)
    const script = await save(anna, work)
    const { text, versions, jobs } = await fixture.recordOf(anna, { scriptId: script.id })
    expect(text.shares).toEqual(allTyped)
    expect(versions.map(({ origin }) => origin)).toEqual(['typed'])
    expect(jobs).toEqual([])
  })

  test('and what was pasted stays pasted, however the answer ends', async () => {
    const work = randomUUID()
    await paste(anna, work, SCENE)
    await cancel(anna, await fixture.ask(anna, work))
    const job = await fixture.ask(anna, work)
    await type(anna, work, `${SCENE}\nShe waits.\n`)
    await fixture.end(job, SCENE, { text: `${SCENE}\nShe waits.\n\nShe smiles.\n` })
    const record = await fixture.recordOf(anna, { workId: work })
    expect(record.text.shares).toEqual({ typed: 2, pasted: 16, import: 0, answer: 2 })
    expect(record.versions.map(({ origin }) => origin)).toEqual(['pasted', 'typed', 'answer'])
  })
})

describe('pasted text that equals an answer', () => {
  async function pastedAnswer() {
    const work = randomUUID()
    await type(anna, work, TYPED)
    const { job, chat } = await fixture.answer(anna, work, `Try this:\n\n${FOG}`)
    await paste(anna, work, `${TYPED}\n${FOG}\n`)
    return { work, job, chat }
  }

  test('is the answer’s, although it was never applied', async () => {
    const { work, job } = await pastedAnswer()
    const record = await fixture.recordOf(anna, { workId: work })
    expect(record.text.shares).toEqual({ typed: 6, pasted: 0, import: 0, answer: 12 })
    expect(record.jobs).toMatchObject([{ id: job, model: 'test-model', written: 12, kept: 12 }])
  })

  test('stays the answer’s when the chat is deleted', async () => {
    const { work, chat } = await pastedAnswer()
    await save(anna, work)
    await anna.client.rpc('delete_conversation', { conversation_id: chat })
    const record = await fixture.recordOf(anna, { workId: work })
    expect(record.text.shares).toMatchObject({ answer: 12, pasted: 0 })
  })

  test('is not compared with the answers of another user', async () => {
    const work = randomUUID()
    await type(anna, work, TYPED)
    await fixture.answer(bert, work, FOG)
    await paste(anna, work, `${TYPED}\n${FOG}\n`)
    const record = await fixture.recordOf(anna, { workId: work })
    expect(record.text.shares).toMatchObject({ answer: 0, pasted: 12 })
  })
})

describe('a note of a reading', () => {
  const NOTE = 'Too neat.'
  const LONG = 'Who are these gulls, and what do they want from her?'

  /** A reading that is not over, and has noted this. */
  async function noted(work: string, ...bodies: string[]) {
    const { jobId } = (await read(anna, work)).body as { jobId: string }
    await fixture.database.pool.query(
      `insert into public.script_notes (user_id, work_id, job_id, author, reader, start, "end", quote, body)
       select $1, $2, $3, 'model', 'Story editor', 0, 3, 'INT', body from unnest($4::text[]) as body`,
      [anna.id, work, jobId, bodies],
    )
    return jobId
  }

  test('is the model’s when it is put into the text, while other words stay whose they are', async () => {
    const work = randomUUID()
    await type(anna, work, TYPED)
    const job = await noted(work, LONG, NOTE)
    await paste(anna, work, `${TYPED.trim()}[[Story editor: ${NOTE}]]\n\nOf mine.\n`)
    await paste(anna, work, `${TYPED.trim()}[[Story editor: ${NOTE}]][[${LONG}]]\n\nOf mine.\n`)
    const query = { workId: work, texts: 'true' }
    const { text, jobs, texts } = await fixture.recordOf(anna, query)
    expect(text.shares).toEqual({ typed: 6, pasted: 2, import: 0, answer: 15 })
    expect(jobs).toMatchObject([{ id: job, written: 15, kept: 15 }])
    expect(texts?.pieces).toContain(`Story editor: ${LONG}`)
  })

  test('that repeats what was written before the reading leaves it whose it was', async () => {
    const work = randomUUID()
    await type(anna, work, `${TYPED}\n${FOG}\n`)
    await noted(work, FOG)
    const { text, versions } = await fixture.recordOf(anna, { workId: work })
    expect(text.shares).toEqual({ typed: 18, pasted: 0, import: 0, answer: 0 })
    expect(versions.map(({ origin }) => origin)).toEqual(['typed'])
  })
})

test('the words of a template are a template’s, and what is written between them is the writer’s', async () => {
  const work = randomUUID()
  const template = [{ origin: 'template', splices: [{ start: 0, end: 0, text: '# Act one\n\n' }] }]
  only(await keep(anna.client, work, 0, template, '# Act one\n\n'))
  await type(anna, work, `# Act one of five\n\n${TYPED}`)
  await save(anna, work)
  const record = await fixture.recordOf(anna, { workId: work })
  expect(record.versions.map(({ origin }) => origin)).toEqual(['template', 'typed'])
  expect(record.text.shares).toEqual({ typed: 8, pasted: 0, import: 0, answer: 0, template: 2 })
  expect(record.spans[0]).toMatchObject({ origin: 'template', version: 1 })
})

describe('what was computed is kept', () => {
  const stateOf = async (work: string) => {
    const { rows } = await fixture.database.pool.query<{ versions: number; algorithm: number }>(
      `select versions, algorithm from private.authorship_states as states
       join public.script_drafts as drafts on drafts.id = states.draft_id where work_id = $1`,
      [work],
    )
    return rows[0]
  }
  const change = (work: string, columns: string) =>
    fixture.database.pool.query(
      `update private.authorship_states set ${columns}
       where draft_id = (select id from public.script_drafts where work_id = $1)`,
      [work],
    )
  const computed = async (work: string) => {
    const { createdAt, digests, signature, ...rest } = await fixture.recordOf(anna, {
      workId: work,
    })
    expect([createdAt, signature?.value]).not.toContain('')
    return { ...rest, digests: { ...digests, head: '' } }
  }

  test('and goes on from there, with the same result as from the start', async () => {
    const work = await manyVersions(anna, 24)
    const first = await computed(work)
    expect(await stateOf(work)).toEqual({ versions: 23, algorithm: first.algorithm })
    expect(await computed(work)).toEqual(first)
    await manyVersions(anna, 3, work)
    const continued = await computed(work)
    await change(work, 'algorithm = 0')
    expect(await computed(work)).toEqual(continued)
  })

  test('unless the rules have changed, or it was computed from something else', async () => {
    const work = await manyVersions(anna, 22)
    const first = await computed(work)
    const broken = "state = '\\x00'"
    await change(work, `${broken}, algorithm = 0`)
    expect(await computed(work)).toEqual(first)
    await change(work, `${broken}, chain_hash = repeat('0', 64)`)
    expect(await computed(work)).toEqual(first)
    await change(work, `${broken}, answers_hash = repeat('0', 64)`)
    expect(await computed(work)).toEqual(first)
  })
})

describe('refused is', () => {
  const get = ({ token }: SignedIn, query: string) =>
    fixture.call(`authorship${query}`, { method: 'GET', token })
  const unknown = refused(404, 'script_not_found', 'This script does not exist.')

  test("another user's script, by either id", async () => {
    const { script, work } = await writtenTogether()
    expect(await get(bert, `?scriptId=${script.id}`)).toEqual(unknown)
    expect(await get(bert, `?workId=${work}`)).toEqual(unknown)
    expect(await get(bert, `?workId=${work}&format=pdf`)).toEqual(unknown)
    expect(await get(bert, `?workId=${work}&texts=true`)).toEqual(unknown)
    expect(await get(anna, `?scriptId=${randomUUID()}`)).toEqual(unknown)
  })

  test('who is not approved', async () => {
    const { script } = await writtenTogether()
    expect((await get(pending, `?scriptId=${script.id}`)).status).toBe(403)
  })

  test('who is restricted while the texts are read', async () => {
    const { pool } = fixture.database
    const writer = await fixture.person('writer')
    const work = await manyVersions(writer, 2)
    for (const [approved, status] of [
      [false, 403],
      [true, 200],
    ] as const) {
      // The request's first reads do not need this table, so it blocks after them.
      const { awaitedBy, release } = await holdLock(pool, 'lock table private.version_texts')
      await setStanding(pool, writer, { approved: true })
      const answer = get(writer, `?workId=${work}`)
      await awaitedBy(1)
      await setStanding(pool, writer, { approved })
      await release()
      expect((await answer).status).toBe(status)
    }
  })

  test('a text that was deleted after its versions were listed', async () => {
    const { pool } = fixture.database
    const work = await manyVersions(anna, 2)
    const identity = { role: 'authenticated', claims: { sub: anna.id } } as const
    const documents = new Documents(pino({ level: 'silent' }))
    onTestFinished(() => documents.close())
    const given = await readHead(pool, identity, null, work)
    await pool.query('delete from public.script_drafts where work_id = $1', [work])
    const computed = computeAuthorship({ pool, documents } as Functions, identity, given, 'json')
    await expect(computed).rejects.toMatchObject({ status: 404, code: 'script_not_found' })
  })

  test.each([
    ['', 'Send a script or the id of one.'],
    ['?scriptId=7', 'The script is not known.'],
    [`?workId=${randomUUID()}&format=docx`, 'The format is json or pdf.'],
    [`?workId=${randomUUID()}&texts=yes`, 'The value of texts is true or false.'],
  ])('a request such as %s', async (query, sentence) => {
    expect(await get(anna, query)).toEqual(refused(400, 'invalid_request', sentence))
  })
})
