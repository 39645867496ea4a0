import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  anchorsIn,
  applySplices,
  followAnchors,
  merge,
  type Splice,
  splices as splicesBetween,
  type TextStep,
} from '../../../screenplay/changes.ts'
import { forFile } from '../../support/for-file.ts'
import type { Client } from '../../support/client.ts'
import { only, restFixture } from '../../support/rest/fixture.ts'
import { ROUNDS_TIMEOUT, runs } from '../../support/rounds.ts'
import { begin, draftOf, historyOf, keep, sha256, type Step, typed } from './text-fixture.ts'

const fixture = forFile(restFixture)

type Note = {
  id: string
  revision: number | null
  start: number
  end: number
  quote: string
  held: string | null
}

async function storedNotes(client: Client, work_id: string) {
  const [row] = only(await client.rpc('notes_of', { work_id }))
  const steps = row?.steps as unknown as TextStep[]
  return row && { ...row, notes: row.notes as unknown as Note[], steps }
}

/** The notes at their places in the text of now, as whoever reads them follows them. */
async function notesOf(client: Client, work: string): Promise<Note[]> {
  const [stored, draft] = [await storedNotes(client, work), await draftOf(client, work)]
  return anchorsIn(stored?.notes ?? [], stored?.steps ?? [], draft?.text ?? '')
}

/** A page sends where notes are. */
async function place(client: Client, work_id: string, revision: number, notes: readonly Note[]) {
  const places = notes.map(({ id, start, end, held }) => ({ id, start, end, held }))
  expect((await client.rpc('place_notes', { work_id, revision, places })).error).toBeNull()
}

const add = (client: Client, work_id: string, text: string, start: number, end: number) =>
  client.rpc('add_note', { work_id, text_hash: sha256(text), start, end, body: 'Why?' })

/** A text with a note on each of these pieces of it. */
async function noted(client: Client, text: string, ...quotes: string[]) {
  const work = await begin(client, text)
  for (const quote of quotes) {
    const at = text.indexOf(quote)
    only(await add(client, work, text, at, at + quote.length))
  }
  return work
}

const placesOf = async (client: Client, work: string) =>
  (await notesOf(client, work)).map(({ start, end, quote }) => [quote, start, end])

const SCRIPT = 'INT. PIER - DAY\n\nMIRA winds the clock 🎬 again.\n\nEXT. SEA - DAY\n\nWaves.\n'

test('a note is on the words at its place, in UTF-16 units, and read with the state of its text', async () => {
  const { client } = fixture.anna
  const work = await begin(client, SCRIPT)
  const at = SCRIPT.indexOf('🎬 again')
  const note = only(await add(client, work, SCRIPT, at, at + 8))
  expect(note).toMatchObject({
    author: 'writer',
    reader: null,
    quote: '🎬 again',
    state: 'open',
    body: 'Why?',
  })
  expect(note.revision).toBe(1)
  expect(await storedNotes(client, work)).toEqual({
    revision: 1,
    text_hash: sha256(SCRIPT),
    notes: [note],
    steps: [],
  })
})

describe('refused:', () => {
  const at = SCRIPT.indexOf('🎬')
  test.for<[string, number, number, string, string]>([
    ['nothing between the places', 3, 3, 'x', 'note_is_invalid'],
    ['an end before the start', 3, 2, 'x', 'note_is_invalid'],
    ['a negative start', -1, 2, 'x', 'note_is_invalid'],
    ['an end beyond the text', 3, SCRIPT.length + 1, 'x', 'note_is_invalid'],
    ['half a character', at + 1, at + 4, 'x', 'note_is_invalid'],
    ['half a character at the end', at - 3, at + 1, 'x', 'note_is_invalid'],
    ['nothing but line breaks', 15, 17, 'x', 'note_is_invalid'],
    ['a note without a word', 0, 3, ' \n', 'note_is_invalid'],
    ['a long note', 0, 3, 'x'.repeat(4001), 'note_is_invalid'],
  ])('%s', async ([, start, end, body, message]) => {
    const { client } = fixture.anna
    const work_id = await begin(client, SCRIPT)
    const text_hash = sha256(SCRIPT)
    const { error, status } = await client.rpc('add_note', { work_id, text_hash, start, end, body })
    expect([status, error?.message]).toEqual([400, message])
  })

  test('a control character, a long quote, another text, and what is not there', async () => {
    const { client } = fixture.anna
    const text = 'One '.repeat(600)
    const work = await begin(client, text)
    const said = { work_id: work, text_hash: sha256(text), start: 0, end: 3, body: 'a\u0007' }
    expect((await client.rpc('add_note', said)).error).not.toBeNull()
    const turned = { ...said, body: 'a\u202eb' }
    expect((await client.rpc('add_note', turned)).error?.code).toBe('23514')
    expect(await add(client, work, text, 0, 2001)).toMatchObject({
      status: 400,
      error: { message: 'quote_is_too_long' },
    })
    expect(await add(client, work, 'Other', 0, 3)).toMatchObject({
      status: 409,
      error: { message: 'draft_changed' },
    })
    expect(await add(client, randomUUID(), text, 0, 3)).toMatchObject({ status: 404 })
    expect(await placesOf(client, work)).toEqual([])
  })

  test('a change of the words of a note of somebody else, which can be settled', async () => {
    const { client } = fixture.anna
    const work = await noted(client, SCRIPT, 'winds the clock')
    await fixture.database.pool.query(
      "update public.script_notes set author = 'model', reader = 'producer' where work_id = $1",
      [work],
    )
    const change = (values: { body: string } | { state: 'done' }) =>
      client.from('script_notes').update(values).eq('work_id', work).select('state')
    expect((await change({ body: 'Mine' })).error?.message).toBe('not_your_note')
    expect(only(await change({ state: 'done' }))).toEqual([{ state: 'done' }])
    const dismissed = client.from('script_notes').delete().eq('work_id', work).select()
    expect(only(await dismissed), 'it is dismissed instead').toEqual([])
  })

  test('more than 5,000 notes on a script', async () => {
    const { client } = fixture.anna
    const work = await noted(client, SCRIPT, 'Waves')
    await fixture.database.pool.query(
      `insert into public.script_notes (user_id, work_id, author, start, "end", quote, body)
       select user_id, work_id, author, start, "end", quote, body
       from public.script_notes, generate_series(1, 4999) where work_id = $1`,
      [work],
    )
    expect(await add(client, work, SCRIPT, 0, 3)).toMatchObject({
      status: 400,
      error: { message: 'too_many_notes' },
    })
  })
})

test('a note moves with the text before it, and what is typed at its edges stays outside', async () => {
  const { client } = fixture.anna
  const work = await noted(client, 'one two three', 'two')
  const expectPlace = async (start: number, end: number) =>
    expect(await placesOf(client, work)).toEqual([['two', start, end]])
  only(await keep(client, work, 1, typed(0, 3, 'first'), 'first two three'))
  await expectPlace(6, 9)
  only(await keep(client, work, 2, typed(6, 6, 'A'), 'first Atwo three'))
  only(await keep(client, work, 3, typed(10, 10, 'B'), 'first AtwoB three'))
  await expectPlace(7, 10)
  only(await keep(client, work, 4, typed(8, 9, ''), 'first AtoB three'))
  await expectPlace(7, 9)
  only(await keep(client, work, 5, typed(8, 8, 'w'), 'first AtwoB three'))
  only(await keep(client, work, 6, typed(6, 11, ''), 'first  three'))
  await expectPlace(6, 6)
  only(await keep(client, work, 7, typed(12, 12, ' is two'), 'first  three is two'))
  await expectPlace(16, 19)
  expect((await storedNotes(client, work))?.notes).toMatchObject([
    { revision: 1, start: 4, end: 7 },
  ])
})

test('a line that is deleted gives its note back when it returns, and not to a line like it', async () => {
  const { client } = fixture.anna
  const work = await noted(client, 'ab ab\n', 'ab')
  only(await keep(client, work, 1, typed(0, 3, ''), 'ab\n'))
  expect(await placesOf(client, work)).toEqual([['ab', 0, 0]])
  only(await keep(client, work, 2, typed(0, 0, 'ab '), 'ab ab\n'))
  expect(await placesOf(client, work)).toEqual([['ab', 0, 2]])
})

test('a note whose words were edited moves with its scene, goes with it and comes back with it', async () => {
  const { client } = fixture.anna
  const first = 'EXT. SEA - DAY\n\nWaves, and rain. Waves.\n\n'
  const text = `${first}INT. PIER - DAY\n\nNobody.\n`
  const work = await noted(client, text, 'Waves, and rain')
  const at = text.indexOf('and rain')
  const edited = text.replace('and rain', 'no 🎬 rain')
  only(await keep(client, work, 1, typed(at, at + 3, 'no 🎬'), edited))
  const words = 'Waves, no 🎬 rain'
  const scene = edited.slice(0, edited.indexOf('INT.'))
  const rest = edited.slice(scene.length)
  const expectAt = async (after: string) => {
    const start = after.indexOf(words)
    expect(await placesOf(client, work)).toEqual([['Waves, and rain', start, start + words.length]])
  }
  // What the words became is known to the page that lived through it.
  await place(client, work, 2, await notesOf(client, work))
  const cut = { start: 0, end: scene.length, text: '' }
  const added = { start: edited.length, end: edited.length, text: scene }
  only(
    await keep(client, work, 2, [{ origin: 'restore', splices: [cut, added] }], `${rest}${scene}`),
  )
  await expectAt(`${rest}${scene}`)
  only(await keep(client, work, 3, typed(rest.length, edited.length, ''), rest))
  // Where it was stored.
  expect(await placesOf(client, work)).toEqual([['Waves, and rain', 0, 0]])
  const back = [{ start: 0, end: 0, text: scene }]
  only(await keep(client, work, 4, [{ origin: 'restore', splices: back }], edited))
  await expectAt(edited)
})

describe('places that are refused, and change nothing:', () => {
  const quoted = { start: 16, end: 20, held: 'Mira' }
  const own = async () => {
    const { client } = fixture.anna
    const work = await noted(client, SCRIPT, 'MIRA', 'Waves')
    const before = (await storedNotes(client, work))?.notes ?? []
    const id = before[0]?.id ?? ''
    return { client, work, before, id }
  }
  test.for<[string, (id: string) => unknown, number, string]>([
    [
      'an end beyond the text',
      (id) => [{ ...quoted, id, end: SCRIPT.length + 1 }],
      400,
      'places_are_invalid',
    ],
    ['a negative start', (id) => [{ ...quoted, id, start: -1 }], 400, 'places_are_invalid'],
    ['an end before the start', (id) => [{ ...quoted, id, end: 3 }], 400, 'places_are_invalid'],
    ['a fraction', (id) => [{ ...quoted, id, start: 1.5 }], 400, 'places_are_invalid'],
    ['no number', (id) => [{ ...quoted, id, start: '1' }], 400, 'places_are_invalid'],
    ['a huge number', (id) => [{ ...quoted, id, end: 1e12 }], 400, 'places_are_invalid'],
    ['no words', (id) => [{ ...quoted, id, held: ['Mira'] }], 400, 'places_are_invalid'],
    ['no list', (id) => ({ id }), 400, 'places_are_invalid'],
    ['no places', () => null, 400, 'places_are_invalid'],
    ['what is no place', () => [null, 7], 400, 'places_are_invalid'],
    ['too many', () => Array(5001).fill(null), 400, 'places_are_invalid'],
    [
      'an unknown note',
      (id) => [
        { ...quoted, id },
        { ...quoted, id: randomUUID() },
      ],
      404,
      'note_not_found',
    ],
    ['no id', () => [quoted], 404, 'note_not_found'],
    [
      'a note twice',
      (id) => [
        { ...quoted, id },
        { ...quoted, id },
      ],
      404,
      'note_not_found',
    ],
  ])('%s', async ([, places, code, message]) => {
    const { client, work, before, id } = await own()
    const sent = { work_id: work, revision: 1, places: places(id) as never }
    const { error, status } = await client.rpc('place_notes', sent)
    expect([status, error?.message]).toEqual([code, message])
    expect((await storedNotes(client, work))?.notes).toEqual(before)
  })

  test('long words, another text, and notes and texts of somebody else', async () => {
    const { client, work, before, id } = await own()
    const sent = { work_id: work, revision: 1, places: [{ ...quoted, id }] }
    const long = { ...sent, places: [{ ...quoted, id, held: 'x'.repeat(2001) }] }
    expect(await client.rpc('place_notes', long)).toMatchObject({
      status: 400,
      error: { code: '23514' },
    })
    expect(await client.rpc('place_notes', { ...sent, revision: 2 })).toMatchObject({
      status: 409,
      error: { message: 'draft_changed' },
    })
    const { client: other } = fixture.bert
    expect(await other.rpc('place_notes', sent)).toMatchObject({
      status: 404,
      error: { message: 'draft_not_found' },
    })
    const theirs = await begin(other, SCRIPT)
    expect(await other.rpc('place_notes', { ...sent, work_id: theirs })).toMatchObject({
      status: 404,
      error: { message: 'note_not_found' },
    })
    expect((await storedNotes(client, work))?.notes).toEqual(before)
    expect((await storedNotes(other, work))?.notes).toBeUndefined()
    expect((await client.rpc('place_notes', sent)).error).toBeNull()
    expect((await storedNotes(client, work))?.notes[0]).toMatchObject({ ...quoted, revision: 1 })
  })
})

describe('what has changed since the places were stored', () => {
  const countSteps = async (work: string) => {
    const { rows } = await fixture.database.pool.query<{ count: number; bytes: number }>(
      `select count(*)::int as count, coalesce(sum(octet_length(step::text)), 0)::int as bytes
       from private.text_steps as steps join public.script_drafts as drafts on drafts.id = steps.draft_id
       where drafts.work_id = $1`,
      [work],
    )
    return rows[0] ?? { count: 0, bytes: 0 }
  }

  test('is not kept for a text without notes, and no longer than until they are stored again', async () => {
    const { client } = fixture.anna
    const work = await begin(client, 'one two')
    only(await keep(client, work, 1, typed(0, 0, 'A '), 'A one two'))
    expect(await countSteps(work)).toMatchObject({ count: 0 })
    only(await add(client, work, 'A one two', 6, 9))
    only(await keep(client, work, 2, typed(0, 2, ''), 'one two'))
    only(await keep(client, work, 3, typed(0, 0, 'B'), 'Bone two'))
    expect(await countSteps(work)).toMatchObject({ count: 2 })
    const notes = await notesOf(client, work)
    await place(client, work, 4, notes)
    expect(await countSteps(work)).toMatchObject({ count: 0 })
    expect((await storedNotes(client, work))?.notes).toMatchObject([
      { revision: 4, start: 5, end: 8 },
    ])
  })

  test('has a bound; a note from before it is at the nearest place with its words', async () => {
    const { client } = fixture.anna
    const { pool } = fixture.database
    const work = await noted(client, 'Rain. two Rain.', 'two')
    const grow = (times: number) =>
      pool.query(
        `do $do$ declare draft uuid := (select id from public.script_drafts where work_id = '${work}'); begin
           for n in 1 .. ${times} loop
             perform private.note_step(draft, '{}', '[{"start": 0, "end": 0, "text": "🎬"}]');
             update public.script_drafts set revision = revision + 1 where id = draft;
           end loop;
         end $do$`,
      )
    await grow(500)
    const stored = await storedNotes(client, work)
    expect(stored?.steps).toHaveLength(500)
    // Each is two units long.
    expect(anchorsIn(stored?.notes ?? [], stored?.steps ?? [], '')[0]).toMatchObject({
      start: 1006,
    })
    await grow(1)
    expect(await countSteps(work)).toMatchObject({ count: 500 })
    expect((await storedNotes(client, work))?.notes).toMatchObject([{ revision: null, start: 6 }])
    expect(await placesOf(client, work)).toEqual([['two', 6, 9]])
    const list = Array.from({ length: 1000 }, () => '{"start": 0, "end": 0, "text": ""}').join()
    for (let n = 0; n < 60; n += 1)
      await pool.query(
        `select private.note_step(id, '{}', '[${list}]') from public.script_drafts where work_id = $1`,
        [work],
      )
    expect((await countSteps(work)).bytes).toBeLessThanOrEqual(262144)
    expect((await countSteps(work)).count).toBeGreaterThan(10)
  })
})

test('notes follow a restored version, and are announced only when somebody changes them', async () => {
  const { client } = fixture.anna
  const text = `${SCRIPT}${'Rain falls on the sea. '.repeat(40)}\n`
  const work = await noted(client, text, 'MIRA winds', 'Waves.', 'Rain falls')
  const places = await placesOf(client, work)
  await fixture.database.pool.query(
    'select private.cut_pending(id) from public.script_drafts where work_id = $1',
    [work],
  )
  const changed = text.replace('MIRA winds', 'ANNA').replace('EXT.', 'A word.\n\nEXT.')
  const step = typed(0, text.length, changed)
  const listener = await fixture.database.pool.connect()
  const heard: string[] = []
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  onTestFinished(() => listener.release(true))
  await listener.query('listen script_writer_changes')
  only(await keep(client, work, 1, step, changed))
  expect((await placesOf(client, work)).filter(([, start, end]) => start === end)).toEqual([
    ['MIRA winds', expect.any(Number), expect.any(Number)],
  ])
  const [version] = (await historyOf(client, work)).toReversed()
  only(await client.rpc('restore_version', { version_id: version?.id ?? '' }))
  expect(await placesOf(client, work)).toEqual(places)
  await listener.query('select 1')
  expect(heard.filter((news) => news.includes('script_notes'))).toEqual([])
  const [note] = await notesOf(client, work)
  only(
    await client
      .from('script_notes')
      .update({ state: 'done' })
      .eq('id', note?.id ?? '')
      .select(),
  )
  await expect.poll(() => heard.filter((news) => news.includes('script_notes')).length).toBe(1)
})

const WORDS = [
  'MIRA\n',
  'winds',
  ' the',
  'INT. PIER - DAY\n\n',
  '🎬',
  'x'.repeat(2500),
  '\r\n',
  'é',
  ' ',
]
const texts = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
const written = texts.map((list) => list.join(''))
/** Places as shares of a text. */
const share = fc.double({ min: 0, max: 1, noNaN: true })
/**
 * A kind of change, as often as it stands here, with places and texts for all that it does. Never: more steps than are kept,
 * notes that are added or deleted meanwhile, a page that misses a change of the server's own while it is typed on, and the
 * undo of anything but a page's own last change. Other tests have these.
 */
const KINDS = {
  edit: 6,
  move: 2,
  // In the middle of what a note is about, and the part of the text that it is in.
  within: 3,
  carry: 3,
  undo: 3,
  merge: 1,
  restore: 1,
  replace: 1,
  // The page stores where the notes are.
  place: 3,
} as const
const op = fc.record({
  kind: fc.constantFrom(
    ...Object.entries(KINDS).flatMap(([kind, often]) =>
      Array<keyof typeof KINDS>(often).fill(kind as keyof typeof KINDS),
    ),
  ),
  device: fc.integer({ min: 0, max: 1 }),
  at: fc.array(share, { minLength: 4, maxLength: 12 }),
  texts: fc.array(fc.constantFrom(...WORDS, '', ''), { minLength: 6, maxLength: 6 }),
})

type Op = typeof op extends fc.Arbitrary<infer Value> ? Value : never

/** A place of the text that lies between two characters. */
function placeIn(text: string, part: number) {
  const at = Math.floor(part * text.length)
  const splits =
    /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1))
  return splits ? at - 1 : at
}

function splicesAt(text: string, at: number[], inserted: string[]): Splice[] {
  const places = at.map((part) => placeIn(text, part)).toSorted((a, b) => a - b)
  return Array.from({ length: places.length >> 1 }, (_, n) => ({
    start: places[2 * n] ?? 0,
    end: Math.min(places[2 * n + 1] ?? 0, placeIn(text, 1)),
    text: inserted[n] ?? '',
  }))
}

function movingSplices(text: string, at: number[]): Splice[] {
  const places = at.slice(0, 3).map((part) => placeIn(text, part))
  const [a = 0, b = 0, c = 0] = places.toSorted((x, y) => x - y)
  return [
    { start: a, end: b, text: '' },
    { start: c, end: c, text: text.slice(a, b) },
  ]
}

/** Writes inside a note, or moves it with what is around it. */
function noteSplices(
  kind: 'within' | 'carry',
  note: Note,
  text: string,
  [, before = 0, after = 0]: number[],
  [inserted = '']: string[],
): Splice[] {
  const within = text.slice(note.start, note.end)
  const middle = note.start + placeIn(within, 0.5)
  if (kind === 'within') return [{ start: middle, end: middle, text: inserted }]
  const start = placeIn(text.slice(0, note.start), before)
  const end = note.end + placeIn(text.slice(note.end), after)
  return [
    { start, end, text: '' },
    { start: text.length, end: text.length, text: text.slice(start, end) },
  ]
}

/** Takes splices back, in the text that they lead to. */
function undoing(text: string, splices: readonly Splice[]): Splice[] {
  let by = 0
  return splices.map(({ start, end, text: inserted }) => {
    const first = start + by
    by += inserted.length - (end - start)
    return { start: first, end: first + inserted.length, text: text.slice(start, end) }
  })
}

/** The most of its words that a note remembers. */
const MOST_HELD = 2_000
const lengthOf = ({ start, end }: Note) => end - start
const isHeld = (note: Note) => lengthOf(note) > 0 && lengthOf(note) <= MOST_HELD

/** Each character of a text, by a number that it keeps: says where the characters of a note are, independently of the rule. */
class Characters {
  #next = 0
  ids: number[] = []
  splice(splices: readonly Splice[]) {
    for (const { start, end, text } of splices.toReversed())
      this.ids.splice(
        start,
        end - start,
        ...Array.from({ length: text.length }, () => this.#next++),
      )
  }
}

/** A page that is open on a device: its notes live through each change that it makes or hears of. */
class Page {
  text: string
  notes: Note[]
  readonly #characters = new Characters()
  readonly #wrong: unknown[]

  constructor(text: string, notes: Note[], wrong: unknown[]) {
    this.text = text
    this.notes = structuredClone(notes)
    this.#wrong = wrong
    this.#characters.splice([{ start: 0, end: 0, text }])
  }

  take(changed: Splice[]) {
    const before = this.#characters.ids.slice()
    const text = applySplices(this.text, changed)
    // A text that is replaced by the same one is not changed.
    if (text === this.text) return
    this.text = text
    this.#characters.splice(changed)
    const now = followAnchors(this.notes, changed, (start, end) => text.slice(start, end))
    for (const [n, note] of this.notes.entries()) {
      const moved = now[n] ?? note
      if (!isRight(note, moved, text, before, this.#characters.ids))
        this.#wrong.push({ note, moved, changed })
      if (isHeld(moved) && (moved.held ?? moved.quote) !== text.slice(moved.start, moved.end))
        this.#wrong.push({ moved, holds: 'something else' })
    }
    this.notes = now
  }
}

type Made = { page: Page; splices: Splice[]; text: string; notes: Note[] }

/** A text with notes that two devices write, and that somebody reads who has seen no change. */
class Scenario {
  readonly client: Client
  readonly work: string
  readonly wrong: unknown[] = []
  readonly pages: readonly [Page, Page]
  text: string
  readonly #characters = new Characters()
  /** The characters of each revision. */
  readonly #known = new Map<number, number[]>()
  /** The last change, with the text and the notes before it. */
  #last: Made | null = null

  constructor(client: Client, work: string, text: string, notes: Note[]) {
    this.client = client
    this.work = work
    this.text = text
    this.#characters.splice([{ start: 0, end: 0, text }])
    this.pages = [new Page(text, notes, this.wrong), new Page(text, notes, this.wrong)]
  }

  #apply(changed: Splice[]) {
    this.text = applySplices(this.text, changed)
    this.#characters.splice(changed)
  }

  /** Reads the notes as somebody who has not seen the changes. */
  async #read() {
    const stored = await storedNotes(this.client, this.work)
    const { notes = [], steps = [] } = stored ?? {}
    const { text } = this
    const now = anchorsIn(notes, steps, text)
    for (const [n, note] of notes.entries()) {
      const before = this.#known.get(note.revision ?? -1) ?? []
      if (!isRight(note, now[n] ?? note, text, before, this.#characters.ids))
        this.wrong.push(JSON.stringify({ note, now: now[n], steps, text }))
    }
    if (stored?.text_hash !== sha256(text)) this.wrong.push({ text, hash: stored?.text_hash })
    return { steps, now }
  }

  catchUp = (page: Page) => page.take(splicesBetween(page.text, this.text))

  async do({ kind, device, at, texts: inserted }: Op) {
    const { revision = 0 } = (await draftOf(this.client, this.work)) ?? {}
    this.#known.set(revision, this.#characters.ids.slice())
    const undone = this.#last
    this.#last = null
    const page = (kind === 'undo' ? undone?.page : this.pages[device]) ?? this.pages[0]
    if (kind !== 'merge') this.catchUp(page)
    if (kind === 'place') {
      await place(this.client, this.work, revision, page.notes)
      // What is stored is this page's, and not the other's any more.
      for (const one of this.pages)
        for (const note of one.notes) note.revision = one === page ? revision : null
      return
    }
    if (kind === 'restore' || kind === 'replace') {
      await this.#replaced(kind, at, inserted)
      this.catchUp(page)
      await this.#read()
      return
    }
    const steps: Step[] = []
    const step = (origin: string, splices: Splice[]) => {
      steps.push({ origin, splices })
      this.#apply(splices)
    }
    if (kind === 'merge') {
      // Away from what the other has written meanwhile: theirs becomes a version, then the text is what both had, and mine.
      const [base, theirs] = [page.text, this.text]
      const typedHere = splicesAt(base, at, inserted)
      step('merge', [])
      step('restore', splicesBetween(theirs, base))
      step('typed', typedHere)
      page.take(typedHere)
      const merged = merge(base, page.text, theirs).text
      const joined = splicesBetween(page.text, merged)
      step('merge', joined)
      page.take(joined)
    } else if (kind === 'undo') {
      if (!undone) return
      const back = undoing(undone.text, undone.splices)
      step('restore', back)
      page.take(back)
      if (this.text !== undone.text) this.wrong.push({ kind })
      for (const [n, note] of undone.notes.entries())
        if (isHeld(note) && lengthOf(page.notes[n] ?? note) === 0) this.wrong.push({ note, kind })
    } else {
      const made = this.#typed(kind, page, at, inserted)
      if (!made) return
      step('typed', made)
    }
    only(await keep(this.client, this.work, revision, steps, this.text))
    const read = await this.#read()
    // Nothing lies between what is stored and one step: both follow the same way.
    const isOne = read.steps.length === 1 && page.notes.every((note) => note.revision === revision)
    if (isOne && !isDeepStrictEqual(placed(read.now), placed(page.notes)))
      this.wrong.push({ read: read.now, page: page.notes })
  }

  /** Types on a page; undefined if that changes nothing. */
  #typed(kind: 'edit' | 'move' | 'within' | 'carry', page: Page, at: number[], inserted: string[]) {
    const { text, notes } = page
    const chosen = notes[Math.floor((at[0] ?? 0) * (notes.length - 1))]
    if ((kind === 'within' || kind === 'carry') && !(chosen && isHeld(chosen))) return undefined
    const made =
      kind === 'edit'
        ? splicesAt(text, at, inserted)
        : kind === 'move'
          ? movingSplices(text, at)
          : noteSplices(kind, chosen as Note, text, at, inserted)
    // The same text in other pieces is a change for the database only.
    if (applySplices(text, made) === text) return undefined
    page.take(made)
    this.#last = { page, splices: made, text, notes }
    const [from] = made
    if (!from || kind === 'edit' || kind === 'within') return made
    for (const [n, note] of notes.entries()) {
      if (!isHeld(note) || note.start < from.start || note.end > from.end) continue
      const now = page.notes[n] ?? note
      if (page.text.slice(now.start, now.end) !== text.slice(note.start, note.end))
        this.wrong.push({ note, now, kind })
    }
    return made
  }

  /** The server changes the text. */
  async #replaced(kind: 'restore' | 'replace', at: number[], inserted: string[]) {
    const list = await historyOf(this.client, this.work)
    const chosen = list[Math.floor((at[0] ?? 0) * (list.length - 1))]
    if (kind === 'restore' && chosen)
      only(await this.client.rpc('restore_version', { version_id: chosen.id }))
    else if (kind === 'replace')
      await fixture.database.pool.query(
        "select private.replace_text(id, $2, 'import') from public.script_drafts where work_id = $1",
        [this.work, applySplices(this.text, splicesAt(this.text, at, inserted))],
      )
    const after = (await draftOf(this.client, this.work))?.text ?? ''
    this.#apply(splicesBetween(this.text, after))
  }
}

test(
  'every note is at its text or marked as gone, for two devices that write it and for somebody who only reads, after any edits, merges, moves and restores',
  async () => {
    const { client } = fixture.anna
    await fc.assert(
      fc.asyncProperty(
        written,
        fc.array(fc.tuple(share, fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 6 }),
        fc.array(op, { minLength: 1, maxLength: 8 }),
        async (text, places, ops) => {
          const work = await begin(client, text)
          for (const [part, length] of places) {
            const start = placeIn(text, part)
            const end = placeIn(text, Math.min((start + length) / text.length, 1))
            if (text.slice(start, end).trim() !== '')
              only(await add(client, work, text, start, end))
          }
          const scenario = new Scenario(client, work, text, await notesOf(client, work))
          for (const one of ops) await scenario.do(one)
          for (const page of scenario.pages) scenario.catchUp(page)
          expect(scenario.wrong).toEqual([])
        },
      ),
      runs('note-places'),
    )
  },
  ROUNDS_TIMEOUT,
)

const placed = (list: readonly Note[]) =>
  new Map(list.map(({ id, start, end, held }) => [id, [start, end, held]]))

/** Whether a note is where its characters are, or at its words, or marked as gone; `before` and `after` are the characters. */
function isRight(note: Note, now: Note, text: string, before: number[], after: number[]): boolean {
  const words = text.slice(now.start, now.end)
  const own = before.slice(note.start, note.end)
  const at = after.indexOf(own[0] ?? -1)
  const isWhole = own.length > 0 && own.every((id, n) => after[at + n] === id)
  if (words === note.quote || words === note.held || words === '') return words !== '' || !isWhole
  if (isWhole) return now.start === at && now.end === at + own.length
  // What is left of it.
  return after.slice(now.start, now.end).some((id) => own.includes(id))
}
