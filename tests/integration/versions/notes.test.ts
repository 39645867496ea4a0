import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NOTE_LOOK_CHARACTERS, NOTE_SEARCH_CHARACTERS } from '../../../contract/limits.ts'
import { applySplices, followNotes, type Splice } from '../../../screenplay/changes.ts'
import { forFile } from '../../support/for-file.ts'
import type { Client } from '../../support/client.ts'
import { only, restFixture } from '../../support/rest/fixture.ts'
import { ROUNDS_TIMEOUT, runs } from '../../support/rounds.ts'
import { begin, draftOf, historyOf, keep, sha256, type Step, typed } from './text-fixture.ts'

const fixture = forFile(restFixture)

type Note = { id: string; start: number; end: number; quote: string; held: string | null }

async function notesOf(client: Client, work_id: string) {
  const [row] = only(await client.rpc('notes_of', { work_id }))
  return row ? { ...row, notes: row.notes as unknown as Note[] } : undefined
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
  (await notesOf(client, work))?.notes.map(({ start, end, quote }) => [quote, start, end])

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
  expect(await notesOf(client, work)).toEqual({
    revision: 1,
    text_hash: sha256(SCRIPT),
    notes: [note],
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
  only(await keep(client, work, 1, typed(0, 3, 'first'), 'first two three'))
  expect(await placesOf(client, work)).toEqual([['two', 6, 9]])
  only(await keep(client, work, 2, typed(6, 6, 'A'), 'first Atwo three'))
  only(await keep(client, work, 3, typed(10, 10, 'B'), 'first AtwoB three'))
  expect(await placesOf(client, work)).toEqual([['two', 7, 10]])
  only(await keep(client, work, 4, typed(8, 9, ''), 'first AtoB three'))
  expect(await placesOf(client, work)).toEqual([['two', 7, 9]])
  only(await keep(client, work, 5, typed(8, 8, 'w'), 'first AtwoB three'))
  only(await keep(client, work, 6, typed(6, 11, ''), 'first  three'))
  expect(await placesOf(client, work)).toEqual([['two', 6, 6]])
  only(await keep(client, work, 7, typed(12, 12, ' is two'), 'first  three is two'))
  expect(await placesOf(client, work)).toEqual([['two', 16, 19]])
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
  const cut = { start: 0, end: scene.length, text: '' }
  const added = { start: edited.length, end: edited.length, text: scene }
  only(
    await keep(client, work, 2, [{ origin: 'restore', splices: [cut, added] }], `${rest}${scene}`),
  )
  await expectAt(`${rest}${scene}`)
  only(await keep(client, work, 3, typed(rest.length, edited.length, ''), rest))
  expect(await placesOf(client, work)).toEqual([['Waves, and rain', rest.length, rest.length]])
  const back = [{ start: 0, end: 0, text: scene }]
  only(await keep(client, work, 4, [{ origin: 'restore', splices: back }], edited))
  await expectAt(edited)

  await fixture.database.pool.query(
    'update public.script_notes set start = 0, "end" = 0 where work_id = $1',
    [work],
  )
  const [gone] = (await notesOf(client, work))?.notes ?? []
  only(await client.rpc('find_note', { note_id: gone?.id ?? '' }))
  await expectAt(edited)
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
  expect((await placesOf(client, work))?.filter(([, start, end]) => start === end)).toEqual([
    ['MIRA winds', expect.any(Number), expect.any(Number)],
  ])
  const [version] = (await historyOf(client, work)).toReversed()
  only(await client.rpc('restore_version', { version_id: version?.id ?? '' }))
  expect(await placesOf(client, work)).toEqual(places)
  await listener.query('select 1')
  expect(heard.filter((news) => news.includes('script_notes'))).toEqual([])
  const [note] = (await notesOf(client, work))?.notes ?? []
  only(
    await client
      .from('script_notes')
      .update({ state: 'done' })
      .eq('id', note?.id ?? '')
      .select(),
  )
  await expect.poll(() => heard.filter((news) => news.includes('script_notes')).length).toBe(1)
})

test('however many notes have lost their words, a change of the text looks for some, and opening a note for its own', async () => {
  const { client } = fixture.anna
  const { pool } = fixture.database
  const work = await begin(client, 'Rain.')
  await pool.query(
    `insert into public.script_notes (user_id, work_id, author, start, "end", quote, body)
     select user_id, work_id, 'writer', 0, 0, 'a', 'Why?'
     from public.script_drafts, generate_series(1, 5000) where work_id = $1`,
    [work],
  )
  const text = `${'a '.repeat(50)}\n`.repeat(2_000)
  // Searching for each place of each note would take hours.
  only(await keep(client, work, 1, typed(0, 5, text), text))
  const most = Math.floor(NOTE_SEARCH_CHARACTERS / (text.length + NOTE_LOOK_CHARACTERS))
  const notes = (await notesOf(client, work))?.notes ?? []
  const isGone = ({ start, end }: Note) => start === end
  expect(notes.filter((note) => !isGone(note))).toHaveLength(most)
  const gone = notes.find(isGone)
  const found = only(await client.rpc('find_note', { note_id: gone?.id ?? '' }))
  expect(found).toMatchObject({ id: gone?.id, end: found.start + 1, quote: 'a' })
  expect(text.slice(found.start, found.end)).toBe('a')
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
/** A kind of change, as often as it stands here, with places and texts for all that it does. */
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
} as const
const op = fc.record({
  kind: fc.constantFrom(
    ...Object.entries(KINDS).flatMap(([kind, often]) =>
      Array<keyof typeof KINDS>(often).fill(kind as keyof typeof KINDS),
    ),
  ),
  at: fc.array(share, { minLength: 4, maxLength: 12 }),
  texts: fc.array(fc.constantFrom(...WORDS, '', ''), { minLength: 6, maxLength: 6 }),
})

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

test(
  'SQL and TypeScript agree, and every note is at its text or marked as gone, after any edits, merges, moves and restores',
  async () => {
    const { client } = fixture.anna
    const { pool } = fixture.database
    await fc.assert(
      fc.asyncProperty(
        written,
        fc.array(fc.tuple(share, fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 6 }),
        fc.array(op, { minLength: 1, maxLength: 8 }),
        async (first, places, ops) => {
          let text = first
          const wrong: unknown[] = []
          const work = await begin(client, text)
          for (const [part, length] of places) {
            const start = placeIn(text, part)
            const end = placeIn(text, Math.min((start + length) / text.length, 1))
            if (text.slice(start, end).trim() !== '')
              only(await add(client, work, text, start, end))
          }
          let model = (await notesOf(client, work))?.notes ?? []
          let characters = new Characters()
          characters.splice([{ start: 0, end: 0, text }])
          /** The last change, with the text and the notes before it. */
          let last: { splices: Splice[]; text: string; notes: Note[] } | null = null
          const apply = (splices: Splice[]) => {
            const before = characters.ids.slice()
            const changed = applySplices(text, splices)
            // A text that is replaced by the same one is not changed.
            if (changed === text) return
            text = changed
            characters.splice(splices)
            const after = followNotes(model, splices, (start, end) => text.slice(start, end))
            for (const [n, note] of model.entries()) {
              const now = after[n] ?? note
              if (!isRight(note, now, text, before, characters.ids))
                wrong.push({ note, now, splices })
            }
            model = after
            for (const note of model)
              if (isHeld(note) && (note.held ?? note.quote) !== text.slice(note.start, note.end))
                wrong.push({ note, holds: 'something else' })
          }
          for (const { kind, at, texts: inserted } of ops) {
            const { revision = 0 } = (await draftOf(client, work)) ?? {}
            const steps: Step[] = []
            const step = (origin: string, splices: Splice[]) => {
              steps.push({ origin, splices })
              apply(splices)
            }
            const undone = last
            last = null
            if (kind === 'edit' || kind === 'move' || kind === 'within' || kind === 'carry') {
              const chosen = model[Math.floor((at[0] ?? 0) * (model.length - 1))]
              if ((kind === 'within' || kind === 'carry') && !(chosen && isHeld(chosen))) continue
              const splices =
                kind === 'edit'
                  ? splicesAt(text, at, inserted)
                  : kind === 'move'
                    ? movingSplices(text, at)
                    : noteSplices(kind, chosen as Note, text, at, inserted)
              // The same text in other pieces: only the database follows that.
              if (applySplices(text, splices) === text) continue
              last = { splices, text, notes: model }
              step('typed', splices)
              const [from] = splices
              for (const [n, note] of last.notes.entries()) {
                const isMoved =
                  (kind === 'move' || kind === 'carry') &&
                  from &&
                  note.start >= from.start &&
                  note.end <= from.end
                const now = model[n] ?? note
                if (
                  isMoved &&
                  isHeld(note) &&
                  text.slice(now.start, now.end) !== last.text.slice(note.start, note.end)
                )
                  wrong.push({ note, now, kind })
              }
            } else if (kind === 'undo') {
              if (!undone) continue
              step('restore', undoing(undone.text, undone.splices))
              if (text !== undone.text) wrong.push({ kind })
              for (const [n, note] of undone.notes.entries())
                if (isHeld(note) && lengthOf(model[n] ?? note) === 0) wrong.push({ note, kind })
            } else if (kind === 'merge') {
              // Theirs becomes a version, the text goes back to what both had, mine is written, and both are merged.
              const theirs = text
              steps.push({ origin: 'merge', splices: [] })
              step('restore', [{ start: 0, end: text.length, text: first }])
              step('typed', splicesAt(text, at, inserted))
              step('merge', [{ start: 0, end: text.length, text: theirs + text }])
            } else {
              const list = await historyOf(client, work)
              const chosen = list[Math.floor((at[0] ?? 0) * (list.length - 1))]
              if (kind === 'restore' && !chosen) continue
              if (kind === 'restore')
                only(await client.rpc('restore_version', { version_id: chosen?.id ?? '' }))
              else
                await pool.query(
                  "select private.replace_text(id, $2, 'import') from public.script_drafts where work_id = $1",
                  [work, applySplices(text, splicesAt(text, at, inserted))],
                )
              const { rows } = await pool.query<{ splices: Splice[] }>(
                `select private.splices_between(
                 coalesce((select pieces from private.version_texts where version_id = before.id), '{}'), texts.pieces
               ) as splices
               from public.script_versions as made
               join private.version_texts as texts on texts.version_id = made.id
               left join public.script_versions as before
                 on before.work_id = made.work_id and before.number = made.number - 1
               where made.work_id = $1 order by made.number desc limit 1`,
                [work],
              )
              apply(rows[0]?.splices ?? [])
              if ((await draftOf(client, work))?.text !== text) wrong.push({ kind })
              characters = renumbered(text)
              continue
            }
            only(await keep(client, work, revision, steps, text))
          }
          expect(wrong).toEqual([])
          const stored = await notesOf(client, work)
          const placed = (list: readonly Note[]) =>
            new Map(list.map(({ id, start, end, held }) => [id, [start, end, held]]))
          expect(placed(stored?.notes ?? [])).toEqual(placed(model))
          expect(stored?.text_hash).toBe(sha256(text))
        },
      ),
      runs('note-places'),
    )
  },
  ROUNDS_TIMEOUT,
)

function renumbered(text: string) {
  const characters = new Characters()
  characters.splice([{ start: 0, end: 0, text }])
  return characters
}

/** Whether a note is where its characters are, or at its words, or marked as gone; `before` and `after` are the characters. */
function isRight(note: Note, now: Note, text: string, before: number[], after: number[]): boolean {
  const words = text.slice(now.start, now.end)
  const own = before.slice(note.start, note.end)
  const at = after.indexOf(own[0] ?? -1)
  const isWhole = own.length > 0 && own.every((id, place) => after[at + place] === id)
  if (words === note.quote || words === note.held || words === '') return words !== '' || !isWhole
  if (isWhole) return now.start === at && now.end === at + own.length
  // What is left of it.
  return after.slice(now.start, now.end).some((id) => own.includes(id))
}
