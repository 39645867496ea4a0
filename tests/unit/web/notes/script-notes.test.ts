import type { ChangeSet } from '@codemirror/state'
import { expect, test } from 'vitest'
import { type Note, ScriptNotes } from '../../../../web/features/notes/script-notes.ts'
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
  const text = {
    get doc() {
      return doc
    },
    base,
    subscribe: () => () => undefined,
    changesSince: (before: typeof doc): ChangeSet => changesBetween(before, doc),
    textWithHash: (hash: string) => Promise.resolve(hash === 'known' ? TEXT : undefined),
  }
  const kept = new ScriptNotes(text)
  expect(await kept.setServer({ revision: 1, textHash: '', notes })).toBe(true)
  return {
    kept,
    type: (start: number, end: number, typed: string) => {
      doc = changeSet([{ start, end, text: typed }], doc.length).apply(doc)
    },
    words: () => {
      kept.catchUp()
      return kept.snapshot().notes.map(({ start, end }) => doc.sliceString(start, end))
    },
  }
}

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
  const unknown = { revision: 2, textHash: 'unknown', notes: [noteOn('Rain')] }
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
