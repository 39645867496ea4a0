import type { ChangeSet } from '@codemirror/state'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  type Note,
  type NotePlace,
  ScriptNotes,
} from '../../../../web/features/notes/script-notes.ts'
import { changeSet, changesBetween, docOf } from '../../../../web/features/document/text/changes.ts'

const TEXT = 'Rain on every window.\n\nThe tram is full.\n'

const noteOn = (quote: string, more: Partial<Note> = {}): Note => ({
  id: quote,
  jobId: null,
  author: 'model',
  reader: 'Story editor',
  start: TEXT.indexOf(quote),
  end: TEXT.indexOf(quote) + quote.length,
  quote,
  body: 'Why?',
  state: 'open',
  createdAt: '2026-11-18T10:00:00Z',
  revision: 1,
  ...more,
})

/** A text in memory, of which the server has the first state. */
async function createFixture(notes: Note[]) {
  const base = { doc: docOf(TEXT), revision: 1 }
  let { doc } = base
  const listeners = new Set<() => void>()
  const text = {
    get doc() {
      return doc
    },
    base,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changesSince: (before: typeof doc): ChangeSet => changesBetween(before, doc),
    textWithHash: (hash: string) => Promise.resolve(hash === 'known' ? TEXT : undefined),
  }
  const placed: [number, readonly NotePlace[]][] = []
  const kept = new ScriptNotes(text, async (revision, places) => {
    placed.push([revision, places])
  })
  const read = { revision: 1, textHash: '', notes, steps: [] }
  expect(await kept.setServer(read)).toBe(true)
  return {
    kept,
    placed,
    read,
    /** The server has the text, and nothing is typed for a while. */
    rest: async (revision = base.revision + 1) => {
      Object.assign(base, { doc, revision })
      for (const listener of listeners) listener()
      await vi.advanceTimersByTimeAsync(5_000)
    },
    type: (start: number, end: number, typed: string) => {
      doc = changeSet([{ start, end, text: typed }], doc.length).apply(doc)
    },
    words: () => {
      kept.catchUp()
      return kept.snapshot().notes.map(({ start, end }) => doc.sliceString(start, end))
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

test('places follow the text, are gone with it, and come back with it', async () => {
  const { type, words } = await createFixture([noteOn('The tram'), noteOn('Rain')])
  type(0, 0, 'Heavy ')
  expect(words()).toEqual(['Rain', 'The tram'])
  type(6, 10, '')
  expect(words()).toEqual(['', 'The tram'])
  type(6, 6, 'Rain')
  expect(words()).toEqual(['Rain', 'The tram'])
})

test('a text that this browser has not had is not guessed', async () => {
  const { kept, words } = await createFixture([])
  const unknown = { revision: 2, textHash: 'unknown', notes: [noteOn('Rain')], steps: [] }
  expect(await kept.setServer(unknown)).toBe(false)
  expect(words()).toEqual([])
  expect(await kept.setServer({ ...unknown, textHash: 'known' })).toBe(true)
  expect(words()).toEqual(['Rain'])
})

test('what is done shows at once, and is taken back if the server refuses it', async () => {
  const { kept } = await createFixture([noteOn('Rain')])
  const states = () => kept.snapshot().notes.map(({ state }) => state)
  const refused = kept.change('Rain', { state: 'done' }, () => Promise.reject(new Error('No.')))
  expect(states()).toEqual(['done'])
  await expect(refused).rejects.toThrow('No.')
  expect(states()).toEqual(['open'])
  await kept.change('Rain', { state: 'done' }, () => Promise.resolve())
  expect(states()).toEqual(['done'])
  await kept.change('Rain', null, () => Promise.resolve())
  expect(states()).toEqual([])
})

test('places that the server could not follow as well are stored at a quiet moment, the others when they are far behind', async () => {
  const { kept, type, rest, placed } = await createFixture([noteOn('Rain'), noteOn('The tram')])
  onTestFinished(kept.start())
  type(0, 0, 'Heavy ')
  await rest()
  expect(placed).toEqual([])
  type(8, 8, '!')
  await rest()
  const held = { start: 6, end: 11, held: 'Ra!in' }
  expect(placed).toEqual([[3, [{ id: 'Rain', ...held }]]])
  await rest()
  expect(placed).toHaveLength(1)
  await rest(202)
  const tram = TEXT.indexOf('The tram') + 7
  expect(placed.slice(1)).toEqual([
    [
      202,
      [
        { id: 'Rain', ...held },
        { id: 'The tram', start: tram, end: tram + 8, held: null },
      ],
    ],
  ])
})

test('nothing is stored before the server has the text', async () => {
  const { kept, type, rest, placed } = await createFixture([noteOn('Rain')])
  onTestFinished(kept.start())
  type(2, 2, '!')
  kept.findWords('Rain')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(placed).toEqual([])
  await rest()
  expect(placed).toHaveLength(1)
})

test('what was followed key by key is not lost when the same places are read again', async () => {
  const { kept, type, read, words } = await createFixture([noteOn('Rain')])
  type(2, 2, '!')
  expect(words()).toEqual(['Ra!in'])
  type(0, 6, '')
  expect(words()).toEqual([''])
  // Somewhere else: who follows all of it at once cannot know that these were the words.
  const end = TEXT.length - 5
  type(end, end, '\nRa!in')
  expect(words()).toEqual(['Ra!in'])
  expect(await kept.setServer(read)).toBe(true)
  expect(words()).toEqual(['Ra!in'])
})

test('the words of a note that has lost them are looked for in the whole text when somebody asks', async () => {
  const lost = { start: 1, end: 1 }
  const { kept, words } = await createFixture([noteOn('The tram', lost)])
  expect(words()).toEqual([''])
  kept.findWords('The tram')
  expect(words()).toEqual(['The tram'])
})
