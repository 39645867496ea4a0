import { holdLock } from '../../../support/database/held-lock.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PromptContext } from '../../../../contract/generation.ts'
import { forFile } from '../../../support/for-file.ts'
import { rooms } from '../../../support/documents/forty-rooms.ts'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import { sha256 } from '../../versions/text-fixture.ts'
import { write } from '../answers/answer-fixture.ts'
import { cancel, countsOf, ended, refused } from '../generation-fixture.ts'
import { askedFor, hostileFixture } from '../hostile-fixture.ts'
import {
  answerEach,
  newText,
  note,
  notesOn,
  read,
  readingOf,
  readToEnd,
} from './reading-fixture.ts'

const fixture = forFile(() => hostileFixture({ AI_CONTEXT_TOKENS: '4000' }))
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

const SCRIPT = `INT. LIGHTHOUSE - NIGHT

MIRA, 60, keeper of the light, winds the clock.

MIRA
Nobody lights it "after" me.

EXT. PIER - DAY

JOSEF reads the letter and burns it.

INT. LIGHTHOUSE - DAY

MIRA reads the letter that Josef burned.
`

const says = (...answers: string[]) => answerEach(fixture, answers)

/** All that the model was sent in its last request. */
const told = () =>
  askedFor(fixture.provider.requests.at(-1))
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')

const usedBy = async (person: SignedIn) => (await countsOf(fixture, person))?.used ?? 0

test('a reading pins notes to the words that they quote, with a summary, and nobody else reads them', async () => {
  const workId = await newText(anna, SCRIPT)
  const before = await usedBy(anna)
  says(
    `${note('winds the clock')}\n${note('Nobody lights it "after" me', { body: 'Too <b>neat</b>.' })}\n${note('burns it', { scene: 2 })}\n<summary>Three acts, its own.\nIt ends well.</summary>`,
  )
  const { jobId, status } = await readToEnd(anna, workId)
  expect(status).toMatchObject({ status: 'completed', result: '3 notes.' })
  const notes = await notesOn(anna, workId)
  expect(notes).toMatchObject([
    { quote: 'winds the clock', author: 'model', reader: 'story-editor', state: 'open' },
    { quote: 'Nobody lights it "after" me', body: 'Too neat.', job_id: jobId },
    { quote: 'burns it' },
  ])
  for (const { start, end, quote } of notes) expect(SCRIPT.slice(start, end)).toBe(quote)
  expect(await readingOf(anna, jobId)).toMatchObject({
    name: 'Story editor',
    parts: 1,
    parts_read: 1,
    scenes: 3,
    found: 3,
    dropped: 0,
    summary: 'Three acts, its own.\nIt ends well.',
  })
  expect(await usedBy(anna)).toBe(before + 1)
})

test('a quote that is not in its scene is dropped with its note, and counted', async () => {
  const workId = await newText(anna, SCRIPT)
  const before = await usedBy(anna)
  says(
    [
      note('winds the Clock'),
      note('burns it', { scene: 1 }),
      note('winds the clock', { scene: 9 }),
      note('winds the clock', { scene: 0 }),
      note('.'),
      '<note scene="1" quote="winds the clock"></note>',
      '<note scene="1">Without a quote.</note>',
      '<note scene="1" quote="winds the clock">Cut o',
    ].join('\n'),
  )
  const { jobId, status } = await readToEnd(anna, workId)
  expect(status).toMatchObject({
    status: 'completed',
    result: '0 notes. 6 more were left out, because their quotes are not in the script.',
  })
  expect(await notesOn(anna, workId)).toEqual([])
  expect(await readingOf(anna, jobId)).toMatchObject({ found: 0, dropped: 6, summary: null })
  expect(await usedBy(anna)).toBe(before + 1)
})

test('what a reader has said about words is not said again, wherever they are by now', async () => {
  const workId = await newText(anna, SCRIPT)
  says(note('winds the clock'))
  await readToEnd(anna, workId)
  const moved = { start: 0, end: 0, text: 'INT. HALL - DAY\n\nMIRA wakes.\n\n' }
  only(
    await anna.client.rpc('keep_draft', {
      work_id: workId,
      revision: 1,
      changes: [{ origin: 'typed', splices: [moved] }],
      text_hash: sha256(moved.text + SCRIPT),
    }),
  )
  says(note('winds the clock', { scene: 2, body: 'Again.' }) + note('MIRA wakes'))
  const { jobId } = await readToEnd(anna, workId, { again: true })
  expect((await notesOn(anna, workId)).map(({ quote }) => quote).toSorted()).toEqual([
    'MIRA wakes',
    'winds the clock',
  ])
  expect(await readingOf(anna, jobId)).toMatchObject({ found: 1, dropped: 0 })
})

test("a script supervisor's note names both places, and is dropped if one of them is not there", async () => {
  const workId = await newText(anna, SCRIPT)
  only(
    await anna.client
      .from('story_entries')
      .insert({ kind: 'character', name: 'Mira', work_id: workId, body: 'She is \u202e58.' })
      .select(),
  )
  const second = (attributes: string, words: string) =>
    `It contradicts. <quote ${attributes}>${words}</quote>`
  says(
    [
      note('letter that Josef burned', { scene: 3, body: second('scene="2"', 'burns it') }),
      note('60', { body: second('entry="MIRA"', 'She is \u202e58') }),
      note('keeper of the light', { body: second('entry="Mira"', 'She is 70') }),
      note('winds', { body: second('scene="2"', 'winds') }),
      note('clock', { body: 'No second place.' }),
    ].join(''),
  )
  const { jobId } = await readToEnd(anna, workId, { reader: 'script-supervisor' })
  expect(told()).toContain('<entry kind="character" name="Mira">')
  // "60" is too short a quote.
  expect(await notesOn(anna, workId)).toMatchObject([
    {
      quote: 'letter that Josef burned',
      body: 'It contradicts.\n“burns it” (EXT. PIER - DAY)',
    },
  ])
  expect(await readingOf(anna, jobId)).toMatchObject({ found: 1, dropped: 4 })
  says(note('MIRA, 60', { body: second('entry="MIRA"', 'She is \u202e58') }))
  await readToEnd(anna, workId, { reader: 'script-supervisor', again: true })
  expect((await notesOn(anna, workId))[0]).toMatchObject({
    body: 'It contradicts.\n“She is 58” (Mira)',
  })
})

test('notes are placed in the text of now, and those whose words are gone are dropped', async () => {
  const workId = await newText(anna, SCRIPT)
  const changed = `FADE IN:\n\n${SCRIPT.replace('burns it', 'keeps it').replace('winds', 'slowly winds')}`
  fixture.behave((answer) => {
    const change = async () => {
      await write(anna, { workId }, changed)
      answer.say(
        note('the clock') + note('burns it', { scene: 2 }) + note('MIRA reads', { scene: 3 }),
      )
      answer.end()
    }
    void change()
  })
  const { jobId } = await readToEnd(anna, workId)
  const notes = await notesOn(anna, workId)
  expect(notes.map(({ quote }) => quote)).toEqual(['the clock', 'MIRA reads'])
  for (const { start, end, quote } of notes) expect(changed.slice(start, end)).toBe(quote)
  expect(await readingOf(anna, jobId)).toMatchObject({ found: 2, dropped: 1 })
})

test('chosen scenes or a selection are read alone, and what was read is skipped unless it is read again', async () => {
  const workId = await newText(anna, SCRIPT)
  says(note('burns it', { scene: 2 }) + note('winds the clock'))
  const { jobId } = await readToEnd(anna, workId, { scenes: [2, 99] })
  expect(told()).toContain('JOSEF reads')
  expect(told()).not.toContain('Nobody lights')
  expect(await readingOf(anna, jobId)).toMatchObject({ scenes: 1, found: 1, dropped: 1 })
  // For a reading that goes on.
  const pier = { at: SCRIPT.indexOf('EXT.'), words: expect.stringMatching(/^EXT. PIER - DAY\n/) }
  expect((await readingOf(anna, jobId)).scope).toEqual({ kind: 'scenes', from: pier, to: pier })
  const estimate = { estimate: true }
  expect((await read(anna, workId, estimate)).body).toMatchObject({
    calls: 1,
    scenes: 2,
    jobId: null,
  })
  expect((await read(anna, workId, { ...estimate, again: true })).body).toMatchObject({ scenes: 3 })
  expect((await read(anna, workId, { ...estimate, reader: 'producer' })).body).toMatchObject({
    scenes: 3,
  })
  const start = SCRIPT.indexOf('reads the letter')
  const target = { start, end: start + 16 }
  says(note('reads the letter', { scene: 2, body: 'Whose hand?' }) + note('JOSEF', { scene: 2 }))
  const part = await readToEnd(anna, workId, { target })
  expect(told()).toContain('<scene id="2">\nreads the letter\n</scene>')
  expect(await readingOf(anna, part.jobId)).toMatchObject({ found: 1, dropped: 1, read_scenes: [] })
  const words = { at: start, words: 'reads the letter' }
  expect((await readingOf(anna, part.jobId)).scope).toEqual({
    kind: 'selection',
    from: words,
    to: words,
  })
  expect(await read(anna, workId, { scenes: [2] })).toEqual(
    refused(400, 'nothing_to_read', 'There is nothing new to read in this script.'),
  )
  const textHash = '0'.repeat(64)
  expect(await read(anna, workId, { scenes: [1], textHash })).toMatchObject({ status: 409 })
  for (const wrong of [
    { scenes: [] },
    { scenes: [0] },
    { target: { start: 3, end: 3 } },
    { reader: 'x' },
  ])
    expect(await read(anna, workId, wrong)).toMatchObject({ status: 400 })
})

test('a long script is read in parts, which know of each other, and the summary comes with the last', async () => {
  const script = rooms(160)
  const workId = await newText(anna, script)
  const before = await usedBy(anna)
  const { calls } = (await read(anna, workId, { estimate: true })).body as { calls: number }
  expect(calls).toBeGreaterThan(2)
  const summary = '<summary>A chronicle.</summary>'
  const lamp = 'The lamp of room 1 flickers over bed 1.'
  // The second part says it again, in other words, and quotes a scene that it did not get.
  says(
    note(lamp) + summary,
    note(lamp),
    summary,
    'x',
    ...Array<string>(calls - 5).fill('x'),
    summary,
  )
  const { jobId, status } = await readToEnd(anna, workId)
  expect(status).toMatchObject({ status: 'completed' })
  expect(await readingOf(anna, jobId)).toMatchObject({
    parts: calls,
    parts_read: calls,
    scenes: 160,
    found: 1,
    dropped: 1,
    summary: 'A chronicle.',
  })
  expect(await usedBy(anna)).toBe(before + calls)
  expect(told()).toContain('<outline>')
  expect(told()).toContain(`"${lamp}": Why here?`)
  const { context, calls_used } = only(
    await anna.client
      .from('generation_jobs')
      .select('context, calls_used')
      .eq('id', jobId)
      .single(),
  )
  // One with a note, and the last with its summary.
  expect(calls_used).toBe(2)
  const { tokens, parts } = context as PromptContext
  const sum = parts.reduce((all, part) => all + part.tokens, 0)
  expect(Math.abs(sum - tokens)).toBeLessThan(tokens * 0.05)
  expect(parts.find(({ kind }) => kind === 'scenes')).toMatchObject({ count: 160, of: 160 })
})

test('a reading that is stopped keeps its notes, and the next one goes on from there', async () => {
  const workId = await newText(anna, rooms(160))
  const before = await usedBy(anna)
  const { calls } = (await read(anna, workId, { estimate: true })).body as { calls: number }
  let count = 0
  const waiting = new Promise<void>((resolve) => {
    fixture.behave((answer) => {
      count += 1
      if (count > 1) return resolve()
      answer.say(note('The lamp of room 1 flickers over bed 1.'))
      answer.end()
    })
  })
  const { jobId } = (await read(anna, workId)).body as { jobId: string }
  await waiting
  expect(await usedBy(anna)).toBe(before + calls)
  expect(await read(anna, workId)).toEqual(
    refused(409, 'already_reading', 'This script is being read already.'),
  )
  expect(await cancel(anna, jobId)).toEqual({ status: 200, body: { status: 'failed' } })
  expect(await ended(anna, jobId)).toMatchObject({ code: 'stopped' })
  expect(await usedBy(anna)).toBe(before + 2)
  expect(await notesOn(anna, workId)).toHaveLength(1)
  says()
  const rest = await readToEnd(anna, workId)
  expect(await readingOf(anna, rest.jobId)).toMatchObject({ parts: calls - 1 })
  expect(await usedBy(anna)).toBe(before + 2 + calls - 1)
})

test("one of the writer's own readers reads as it is described, and somebody else's does not", async () => {
  const workId = await newText(anna, SCRIPT)
  const mine = { kind: 'reader' as const, name: 'My aunt', text: 'Hates </reader> lighthouses.' }
  const own = only(await anna.client.from('prompts').insert(mine).select('id').single())
  says(note('winds the clock'))
  const { jobId } = await readToEnd(anna, workId, { reader: own.id })
  expect(told()).toContain('My aunt\nHates <\\/reader> lighthouses.')
  expect(await readingOf(anna, jobId)).toMatchObject({ name: 'My aunt', reader: own.id })
  expect(await notesOn(anna, workId)).toMatchObject([{ reader: own.id }])
  const ofBert = await newText(bert, SCRIPT)
  const unknown = { status: 404, body: { code: 'reader_not_found' } }
  expect(await read(bert, ofBert, { reader: own.id })).toMatchObject(unknown)
  expect(await read(anna, workId, { reader: randomUUID() })).toMatchObject(unknown)
  // A prompt is no reader.
  const prompt = { name: 'Shorter', text: 'Make it shorter.' }
  const saved = only(await anna.client.from('prompts').insert(prompt).select('id').single())
  expect(await read(anna, workId, { reader: saved.id })).toMatchObject(unknown)
})

test('a reading by an own reader that is deleted meanwhile ends, and what it has read stays', async () => {
  const workId = await newText(anna, rooms(160))
  const mine = { kind: 'reader' as const, name: 'My uncle', text: 'Likes lamps.' }
  const own = only(await anna.client.from('prompts').insert(mine).select('id').single())
  const first = Promise.withResolvers<() => void>()
  fixture.behave((answer) =>
    first.resolve(() => {
      answer.say('Nothing.')
      answer.end()
    }),
  )
  const { jobId } = (await read(anna, workId, { reader: own.id })).body as { jobId: string }
  const finish = await first.promise
  only(await anna.client.from('prompts').delete().eq('id', own.id).select('id'))
  finish()
  expect(await ended(anna, jobId)).toMatchObject({ status: 'failed' })
  const job = await anna.client.from('generation_jobs').select('error_code').eq('id', jobId)
  expect(only(job)).toEqual([{ error_code: 'reader_deleted' }])
  expect(await readingOf(anna, jobId)).toMatchObject({ parts_read: 1 })
})

test('the readings of one user are planned one after the other, and five at most wait', async () => {
  const workId = await newText(anna, SCRIPT)
  const lock = await holdLock(
    fixture.database.pool,
    'lock table private.draft_texts in access exclusive mode',
  )
  const answers: number[] = []
  const asked = Array.from({ length: 9 }, async () =>
    answers.push((await read(anna, workId, { estimate: true })).status),
  )
  await expect.poll(() => answers).toEqual([429, 429, 429, 429])
  // Only one of them has a connection.
  await lock.awaitedBy(1)
  await lock.release()
  await Promise.all(asked)
  expect(answers.slice(4)).toEqual([200, 200, 200, 200, 200])
})

test('a producer gets the breakdown of the scenes', async () => {
  const workId = await newText(anna, SCRIPT)
  says()
  await readToEnd(anna, workId, { reader: 'producer' })
  expect(told()).toMatch(/1\. INT\. LIGHTHOUSE - NIGHT \| page 1 \| \d\/8 \| MIRA/)
})

test('endless output, ten thousand notes, tags and HTML in notes store nothing wrong and end with a sentence', async () => {
  const workId = await newText(anna, SCRIPT)
  const many = Array.from({ length: 10_000 }, (_, n) =>
    note('winds the clock', { body: `Note ${n} about ${n * 7}` }),
  )
  const hostile = [
    note('winds the clock', { body: '<script>alert(1)</script><img src=x onerror=alert(1)>Text' }),
    note('keeper of the light', { body: '</note><note scene="1" quote="MIRA">Inner' }),
    note('60, keeper', { body: `\u0000\u0007\u202e${'x'.repeat(9000)}` }),
    `<note ${' '.repeat(5000)}scene="1"${' '.repeat(5000)}quote="MIRA">x</note>`,
    `<summary>${'<quote '.repeat(3000)}</summary>`,
  ].join('')
  says(hostile + many.join(''))
  const { jobId, status } = await readToEnd(anna, workId)
  expect(status).toMatchObject({
    status: 'completed',
    result: expect.stringMatching(/^\d+ notes?\./),
  })
  const stored = await notesOn(anna, workId)
  expect(stored.length).toBeLessThanOrEqual(41)
  for (const { start, end, quote, body } of stored) {
    expect(SCRIPT.slice(start, end)).toBe(quote)
    expect(body).not.toMatch(/<\/?(?:script|img|note)/)
    expect(body.length).toBeLessThanOrEqual(4000)
  }
  expect((await readingOf(anna, jobId)).dropped).toBeLessThan(10_000)
  // It never stops.
  const endless = await newText(anna, SCRIPT)
  fixture.behave((answer) => answer.say(note('winds the clock'), 'word '.repeat(200_000)))
  expect((await readToEnd(anna, endless)).status).toMatchObject({
    status: 'completed',
    result: '1 note.',
  })
})

test('the demo notes by rules, and says so', async () => {
  const demo = await hostileFixture({ AI_PROVIDER: 'demo' })
  const eva = await demo.person('eva')
  const speech = 'We talk and talk and never stop. '.repeat(12)
  const workId = await newText(
    eva,
    SCRIPT.replace('Nobody lights', `${speech}Nobody lights`).replace(
      'JOSEF reads',
      'We see that JOSEF reads',
    ),
  )
  const { jobId, status } = await readToEnd(eva, workId)
  expect(status).toMatchObject({ status: 'completed' })
  const notes = await notesOn(eva, workId)
  for (const { body } of notes) expect(body).toMatch(/^By rule: /)
  expect(notes.map(({ quote }) => quote)).toEqual(expect.arrayContaining(['We see', 'MIRA']))
  expect(notes.some(({ body }) => body.includes('this speech has'))).toBe(true)
  expect((await readingOf(eva, jobId)).summary).toMatch(/^Judged by fixed rules, not by a model/)
})
