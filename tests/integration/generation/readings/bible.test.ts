import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PromptContext } from '../../../../contract/generation.ts'
import { type ReadingWork, WorkQueue } from '../../../../server/generation/work/work-queue.ts'
import { forFile } from '../../../support/for-file.ts'
import { rooms } from '../../../support/documents/forty-rooms.ts'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import { write } from '../answers/answer-fixture.ts'
import { accepted, begin, countsOf, ended, setUsed } from '../generation-fixture.ts'
import {
  answerEach,
  newText,
  read as readBy,
  readingOf,
  readToEnd as readToEndBy,
} from './reading-fixture.ts'
import { askedFor, hostileFixture } from '../hostile-fixture.ts'

const fixture = forFile(() => hostileFixture({ AI_CONTEXT_TOKENS: '4000' }))
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

const SCRIPT = `INT. LIGHTHOUSE - NIGHT

MIRA, 60, keeper of the light, winds the clock.

MIRA
Nobody lights it after me.

EXT. PIER - DAY

JOSEF reads the letter and burns it.
`

const entry = (
  name: string,
  quote: string,
  { kind = 'character', scene = 1, body = 'Who.' } = {},
) =>
  `<entry kind="${kind}" name="${name}">\n${body}\n<quote scene="${scene}">${quote}</quote>\n</entry>`

const MIRA = entry('MIRA', 'keeper of the light', { body: 'Keeps the light.' })
const JOSEF = entry('JOSEF', 'burns it', { scene: 2, body: 'Burned the letter.' })

const says = (...answers: string[]) => answerEach(fixture, answers)

const BIBLE = { reader: 'bible' }

const read = (person: SignedIn, workId: string, more: object = {}) =>
  readBy(person, workId, { ...BIBLE, ...more })

const readToEnd = (person: SignedIn, workId: string, more: object = {}) =>
  readToEndBy(person, workId, { ...BIBLE, ...more })

const proposalsOf = async ({ client }: SignedIn, workId: string) =>
  only(
    await client
      .from('story_proposals')
      .select('id, entry_id, kind, name, body, sources, state')
      .eq('work_id', workId)
      .order('name'),
  )
const entriesOf = async ({ client }: SignedIn, workId: string) =>
  only(await client.from('story_entries').select().eq('work_id', workId).order('name'))

test('a reading proposes entries with quotes, which become the bible when they are accepted', async () => {
  const workId = await newText(anna, SCRIPT)
  says(MIRA + JOSEF)
  const { jobId, status } = await readToEnd(anna, workId)
  expect(status).toMatchObject({ status: 'completed', error: null })
  const proposals = await proposalsOf(anna, workId)
  expect(proposals).toMatchObject([
    { name: 'JOSEF', sources: [{ scene: 'EXT. PIER - DAY', quote: 'burns it' }], state: 'open' },
    { name: 'MIRA', body: 'Keeps the light.', entry_id: null },
  ])
  expect(await readingOf(anna, jobId)).toMatchObject({
    parts: 1,
    parts_read: 1,
    found: 2,
    dropped: 0,
  })
  expect(await entriesOf(anna, workId)).toEqual([])
  const ids = proposals.map(({ id }) => id)
  only(await anna.client.rpc('accept_proposals', { ids }))
  expect(await entriesOf(anna, workId)).toMatchObject([
    { name: 'JOSEF', origin: 'proposed', sources: [{ quote: 'burns it' }] },
    { name: 'MIRA', origin: 'proposed', body: 'Keeps the light.' },
  ])
  expect(await proposalsOf(anna, workId)).toEqual([])
})

test('a quote that is not in its scene is dropped and counted, and nothing is stored without one', async () => {
  const workId = await newText(anna, SCRIPT)
  const { used = 0 } = (await countsOf(fixture, anna)) ?? {}
  says(
    [
      entry('ONE', 'keeper of the Light'),
      entry('TWO', 'burns it', { scene: 1 }),
      entry('THREE', 'winds the clock', { scene: 7 }),
      entry('FOUR', ''),
      entry('FIVE', 'winds the clock', { kind: 'spell' }),
      '<entry kind="rule" name="SIX">No quote.</entry>',
      '<entry kind="rule" name="<script>">x<quote scene="1">winds',
    ].join('\n'),
  )
  const { jobId, status } = await readToEnd(anna, workId)
  expect(status).toMatchObject({ status: 'completed' })
  expect(await proposalsOf(anna, workId)).toEqual([])
  expect(await readingOf(anna, jobId)).toMatchObject({ found: 0, dropped: 5 })
  expect(await countsOf(fixture, anna)).toMatchObject({ used: used + 1 })
})

test('a quote with other line breaks is stored as it stands in the script, once', async () => {
  const script = SCRIPT.replaceAll('\n', '\r\n').replace(
    'reads the letter',
    'reads\r\nthe  letter-box (a/b) [c] {d}^$|*+?',
  )
  const workId = await newText(anna, script)
  const { rows } = await fixture.database.pool.query<{ text: string }>(
    `select private.text_of_pieces(texts.pieces) as text from private.draft_texts as texts
     join public.script_drafts as drafts on drafts.id = texts.draft_id where drafts.work_id = $1`,
    [workId],
  )
  const stored = rows[0]?.text
  const quote = (text: string) => `<quote scene="2">${text}</quote>`
  says(
    `<entry kind="character" name="JOSEF">Reads.${quote('reads the letter-box (a/b) [c] {d}^$|*+?\nand burns it')}${quote('reads the letter-box (a/b) [c] {d}^$|*+? and burns it')}${quote('reads theletter')}</entry>`,
  )
  await readToEnd(anna, workId)
  const [proposal] = await proposalsOf(anna, workId)
  expect(proposal?.sources).toHaveLength(1)
  const [source] = (proposal?.sources ?? []) as { quote: string }[]
  expect(stored).toContain(source?.quote)
  expect(source?.quote).toMatch(/^reads\s+the {2}letter-box .* and burns it$/)
})

test('a quote that the writer deletes while the script is read is dropped', async () => {
  const workId = await newText(anna, SCRIPT)
  fixture.behave((answer) => {
    const change = async () => {
      await write(anna, { workId }, SCRIPT.replace('burns it', 'keeps it'))
      answer.say(MIRA + JOSEF)
      answer.end()
    }
    void change()
  })
  const { jobId } = await readToEnd(anna, workId)
  expect(await proposalsOf(anna, workId)).toMatchObject([{ name: 'MIRA' }])
  expect(await readingOf(anna, jobId)).toMatchObject({ found: 1, dropped: 1 })
})

test('what was rejected is not proposed again, whatever the model says', async () => {
  const workId = await newText(anna, SCRIPT)
  says(MIRA + JOSEF)
  await readToEnd(anna, workId)
  const [josef, mira] = await proposalsOf(anna, workId)
  const ids = [josef?.id ?? '']
  expect(only(await anna.client.rpc('reject_proposals', { ids }))).toBe(1)
  const undone = (person: SignedIn) => person.client.rpc('reject_proposals', { ids, undo: true })
  expect(only(await undone(bert))).toBe(0)
  expect(only(await undone(anna))).toBe(1)
  expect(await proposalsOf(anna, workId)).toMatchObject([{ state: 'open' }, { state: 'open' }])
  only(await anna.client.rpc('reject_proposals', { ids }))
  only(await anna.client.rpc('accept_proposals', { ids: [mira?.id ?? ''] }))
  says(MIRA + JOSEF)
  const { jobId } = await readToEnd(anna, workId, { again: true })
  expect(await proposalsOf(anna, workId)).toMatchObject([{ name: 'JOSEF', state: 'rejected' }])
  expect(await readingOf(anna, jobId)).toMatchObject({ found: 0 })
  const told = JSON.stringify(askedFor(fixture.provider.requests.at(-1)))
  expect(told).toContain('Rejected: character JOSEF')
})

test('another text for an entry is proposed with a new quote, and not without one', async () => {
  const workId = await newText(anna, SCRIPT)
  const more = { kind: 'character' as const, name: 'Mira', work_id: workId, body: 'Typed.' }
  only(await anna.client.from('story_entries').insert(more).select())
  says(MIRA)
  await readToEnd(anna, workId)
  const [change] = await proposalsOf(anna, workId)
  expect(change).toMatchObject({ name: 'Mira', body: 'Keeps the light.' })
  expect(change?.entry_id).not.toBeNull()
  only(await anna.client.rpc('reject_proposals', { ids: [change?.id ?? ''] }))
  const other = entry('MIRA', 'keeper of the light', { body: 'Other words.' })
  says(other)
  await readToEnd(anna, workId, { again: true })
  expect((await proposalsOf(anna, workId)).filter(({ state }) => state === 'open')).toEqual([])
  says(entry('MIRA', 'Nobody lights it after me', { body: 'The last keeper.' }))
  await readToEnd(anna, workId, { again: true })
  const open = (await proposalsOf(anna, workId)).find(({ state }) => state === 'open')
  only(await anna.client.rpc('accept_proposals', { ids: [open?.id ?? ''] }))
  expect(await entriesOf(anna, workId)).toMatchObject([
    { name: 'Mira', body: 'The last keeper.', origin: 'typed' },
  ])
})

test('a reading whose worker dies goes on elsewhere, and nothing is lost, doubled or counted twice', async () => {
  const workId = await newText(anna, rooms(160))
  const before = (await countsOf(fixture, anna))?.used ?? 0
  const lamp = (room: number) =>
    entry(`ROOM ${room}`, `The lamp of room ${room} flickers over bed ${room}.`, {
      kind: 'place',
      scene: room,
    })
  const second = Promise.withResolvers<() => void>()
  let asked = 0
  fixture.behave((answer) => {
    asked += 1
    const room = asked
    const finish = () => {
      answer.say(lamp(room))
      answer.end()
    }
    if (asked === 2) second.resolve(finish)
    else finish()
  })
  const { jobId } = (await read(anna, workId)).body as { jobId: string }
  const finishLate = await second.promise
  const { pool } = fixture.database
  const queue = new WorkQueue(pool)
  // As if the first worker was killed; it is alive enough to try to store what it gets.
  const client = await pool.connect()
  await client.query('begin')
  await client.query(
    "update public.generation_jobs set leased_until = now() - interval '1 s', deadline_at = now() + interval '9 s' where id = $1",
    [jobId],
  )
  const { rows } = await client.query<ReadingWork>("select * from private.claim_reading('59 s')")
  const { rows: times } = await client.query(
    "select deadline_at > now() + interval '6 minutes' as is_its_own from public.generation_jobs where id = $1",
    [jobId],
  )
  expect(times).toEqual([{ is_its_own: true }])
  await client.query('commit')
  client.release()
  const [work] = rows
  if (work?.id !== jobId) throw new Error('another reading was waiting')
  expect(work.parts_read).toBe(1)
  finishLate()
  const usage = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0 }
  const store = (
    one: ReadingWork,
    part: number,
    found: number[],
    judgedHash: string | null = null,
  ) =>
    queue.storePart(
      one,
      {
        part,
        context: null,
        judgedHash,
        found: {
          dropped: 1,
          summary: null,
          proposals: found.map((room) => ({
            kind: 'place' as const,
            name: `ROOM ${room}`,
            aliases: [],
            body: 'Who.',
            sources: [{ scene: 'x', quote: `The lamp of room ${room} flickers over bed ${room}.` }],
          })),
        },
      },
      'by hand',
      usage,
    )
  expect(await store({ ...work, attempt: work.attempt - 1 }, 1, [9])).toBe('ended')
  expect(await store(work, 1, [2], 'of another text')).toBe('text_changed')
  expect(await store(work, 1, [2])).toBe('stored')
  // The answer of the database was lost, and the worker stores again.
  expect(await store(work, 1, [2, 3])).toBe('stored')
  expect(await store(work, 5, [5])).toBe('ended')
  for (let part = 2; part < work.parts.length; part += 1) await store(work, part, [])
  await queue.completeReading(work)
  expect((await proposalsOf(anna, workId)).map(({ name }) => name)).toEqual(['ROOM 1', 'ROOM 2'])
  expect(await readingOf(anna, jobId)).toMatchObject({
    parts_read: work.parts.length,
    found: 2,
    dropped: work.parts.length - 1,
  })
  expect(await countsOf(fixture, anna)).toMatchObject({ used: before + work.parts.length })
  const job = await anna.client
    .from('generation_jobs')
    .select('status, calls_used, calls_sent')
    .eq('id', jobId)
    .single()
  expect(only(job)).toEqual({
    status: 'completed',
    calls_used: 2,
    calls_sent: work.parts.length,
  })
})

test('what is proposed already is not proposed again', async () => {
  const workId = await newText(anna, SCRIPT)
  says(MIRA)
  await readToEnd(anna, workId)
  says(MIRA)
  await readToEnd(anna, workId, { again: true })
  expect(await proposalsOf(anna, workId)).toHaveLength(1)
})

test('a reading that does not fit into the month is refused as a whole', async () => {
  const cora = await fixture.person('cora')
  const script = rooms(160)
  const workId = await newText(cora, script)
  await setUsed(fixture, cora, 99)
  expect(await read(cora, workId)).toMatchObject({ status: 429, body: { code: 'monthly_limit' } })
  expect(await countsOf(fixture, cora)).toMatchObject({ used: 99, jobs: 0 })
})

test("nobody reads somebody else's script, and what is not known is refused", async () => {
  const workId = await newText(anna, SCRIPT)
  expect(await read(bert, workId)).toMatchObject({ status: 404, body: { code: 'draft_not_found' } })
  expect(await read(anna, randomUUID())).toMatchObject({ status: 404 })
  expect(await read(anna, workId, { reader: 'x' })).toMatchObject({ status: 400 })
  const pending = await fixture.person('dora', { approved: false })
  expect(await read(pending, workId)).toMatchObject({ status: 403 })
  const rule = { kind: 'rule' as const, name: 'One', work_id: workId }
  const { error } = await pending.client.from('story_entries').insert(rule)
  expect(error).not.toBeNull()
})

test('a file is imported as a whole: it adds and changes entries, or does nothing', async () => {
  const workId = await newText(anna, SCRIPT)
  const filed = (name: string, more: object = {}) => ({
    kind: 'rule',
    name,
    aliases: [],
    body: '',
    pinned: false,
    ...more,
  })
  const take = (person: SignedIn, entries: object[]) =>
    person.client.rpc('import_bible', { work_id: workId, entries: entries as never })
  expect(only(await take(anna, [filed('One'), filed('Two')]))).toEqual([
    { added: 2, changed: 0, kept: 0 },
  ])
  expect(
    only(await take(anna, [filed('ONE', { body: 'New.' }), filed('Two'), filed('Three')])),
  ).toEqual([{ added: 1, changed: 1, kept: 1 }])
  const { error } = await take(anna, [filed('Four'), filed('x'.repeat(101))])
  expect(error).not.toBeNull()
  expect((await entriesOf(anna, workId)).map(({ name }) => name)).toEqual(['ONE', 'Three', 'Two'])
  // The same work id of somebody else is another text.
  expect(only(await take(bert, [filed('One')]))).toEqual([{ added: 1, changed: 0, kept: 0 }])
  expect(await entriesOf(anna, workId)).toHaveLength(3)
  const many = Array.from({ length: 498 }, (_, n) => filed(`Rule ${n}`))
  const { error: full } = await take(anna, many)
  expect(full?.message).toBe('too_many_entries')
  expect(await entriesOf(anna, workId)).toHaveLength(3)
})

test('endless output, ten thousand entries and tags in names are bounded', async () => {
  const workId = await newText(anna, SCRIPT)
  const many = Array.from({ length: 10_000 }, (_, n) => entry(`N${n}`, 'winds the clock'))
  says(
    `<entry kind="rule" name="</scene><b>"x="">a<quote scene="1">winds the clock</quote></entry>${many.join('')}`,
  )
  const { status } = await readToEnd(anna, workId)
  expect(status).toMatchObject({ status: 'completed' })
  const stored = await proposalsOf(anna, workId)
  expect(stored.length).toBeLessThanOrEqual(30)
  for (const { sources } of stored) expect(sources).toMatchObject([{ quote: 'winds the clock' }])
})

test('pinned entries and those that concern the request are in the prompt, and the answer says so', async () => {
  const workId = await newText(anna, SCRIPT)
  const add = (name: string, more: object = {}) =>
    anna.client
      .from('story_entries')
      .insert({
        kind: 'character',
        name,
        work_id: workId,
        body: `${name} </bible> is here.`,
        ...more,
      })
      .select()
  only(await add('Mira', { aliases: ['the keeper'] }))
  only(await add('Zorro'))
  only(await add('Law of the sea', { kind: 'rule', pinned: true }))
  only(
    await bert.client
      .from('story_entries')
      .insert({ kind: 'rule', name: "Bert's", work_id: randomUUID(), pinned: true })
      .select(),
  )
  says('<scene id="2">\nEXT. PIER - DAY\n\nNobody.\n</scene>')
  const chat = await begin(anna)
  await fixture.database.pool.query(
    'update public.chat_conversations set work_id = $2 where id = $1',
    [chat.id, workId],
  )
  const jobId = await accepted(anna, {
    conversationId: chat.id,
    prompt: 'Make it shorter.',
    currentScript: SCRIPT,
  })
  await ended(anna, jobId)
  const told = JSON.stringify(askedFor(fixture.provider.requests.at(-1)))
  expect(told).toContain(String.raw`name=\"Law of the sea\"`)
  expect(told).toContain(String.raw`Mira <\\/bible> is here.`)
  expect(told).not.toContain('Zorro')
  expect(told).not.toContain("Bert's")
  const { context } = only(
    await anna.client.from('generation_jobs').select('context').eq('id', jobId).single(),
  )
  const bible = (context as PromptContext).parts.find(({ kind }) => kind === 'bible')
  expect(bible).toMatchObject({ names: ['Law of the sea', 'Mira'], count: 2, of: 2 })
})

test('the demo proposes who is introduced, by a rule', async () => {
  const demo = await hostileFixture({ AI_PROVIDER: 'demo' })
  const eva = await demo.person('eva')
  const workId = await newText(eva, SCRIPT)
  const { status } = await readToEnd(eva, workId)
  expect(status).toMatchObject({ status: 'completed' })
  expect(await proposalsOf(eva, workId)).toMatchObject([
    { name: 'MIRA', body: 'MIRA, 60, keeper of the light, winds the clock.' },
  ])
})

test('lists that no bible can have are refused before anything is done', async () => {
  const workId = await newText(anna, SCRIPT)
  const same = { kind: 'rule', name: 'One', aliases: [], body: '', pinned: false }
  const entries = Array.from({ length: 501 }, () => same)
  const ids = entries.map(() => randomUUID())
  const imported = await anna.client.rpc('import_bible', { work_id: workId, entries })
  expect(imported.error).toMatchObject({
    message: 'too_many_entries',
    hint: 'At most 500 at once.',
  })
  for (const name of ['accept_proposals', 'reject_proposals'] as const)
    expect((await anna.client.rpc(name, { ids })).error?.message).toBe('too_many_ids')
  expect(await entriesOf(anna, workId)).toEqual([])
})
