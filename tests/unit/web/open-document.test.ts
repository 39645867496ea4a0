// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { UNTITLED } from '../../../contract/limits.ts'
import type { Location } from 'react-router'
import {
  type HistoryState,
  keepsDocument,
  type Screen,
} from '../../../web/features/document/address.ts'
import {
  type Action,
  type OpenDocument,
  openDocument,
  reduce,
  titleOverlaps,
  titleState,
  titleWrites,
} from '../../../web/features/document/open-document.ts'

const opening = {
  entry: 'first',
  screen: null,
  documentId: 'document',
  creationKey: 'key',
  workId: 'work',
  isFresh: true,
  scriptId: null,
  conversationId: null,
  typedTitle: null,
}
const fresh = openDocument(opening)
const run = (state: OpenDocument, ...actions: Action[]) => actions.reduce(reduce, state)
const saved = (over: Partial<Extract<Action, { type: 'saved' }>> = {}): Action => ({
  type: 'saved',
  documentId: 'document',
  title: 'Typed',
  conversationId: null,
  scriptId: 'script',
  workId: 'work',
  creationKey: 'next key',
  ...over,
})
const typed: Action = { type: 'title typed', title: 'Typed' }
const script = { id: 'script', title: 'Saved title', text: 'INT.', updatedAt: '2026-01-01' }
const asSaved = 'INT.'

test('a first save gives the document its script and clears the typed title', () => {
  const after = run(fresh, typed, { type: 'save started' }, saved())
  expect(after).toMatchObject({ scriptId: 'script', typedTitle: null, isSaving: false })
  expect(after.documentId).toBe('document')
})

test('a document has its address once something is written or asked, and its typed title with it', () => {
  const begun = { type: 'text begun' } as const
  const titled = run(fresh, typed)
  expect(run(titled, begun)).toMatchObject({ scriptId: 'work', isFresh: true, typedTitle: 'Typed' })
  expect(titleWrites(titled, run(titled, begun))).toEqual([
    { owner: 'new', title: null },
    { owner: 'work', title: 'Typed' },
  ])
  const asked = run(fresh, { type: 'conversation opened', conversationId: 'chat' })
  expect(asked).toMatchObject({ scriptId: 'work', conversationId: 'chat' })
  expect(run({ ...fresh, scriptId: 'script', workId: null }, begun).scriptId).toBe('script')
})

test('a title typed while saving stays unsaved', () => {
  const after = run(fresh, typed, { type: 'save started' }, { ...typed, title: 'Newer' }, saved())
  expect(after.typedTitle).toBe('Newer')
})

test('repeating a failed first save sends the same key, and the next script gets another one', () => {
  const failed = run(
    fresh,
    { type: 'save started' },
    { type: 'save failed', documentId: 'document', question: null },
  )
  expect(failed).toMatchObject({ creationKey: 'key', isSaving: false })
  expect(run(failed, saved()).creationKey).toBe('next key')
})

test('saving an existing script keeps its conversation, known or not', () => {
  const existing = { ...fresh, scriptId: 'script', conversationId: undefined }
  expect(run(existing, saved()).conversationId).toBeUndefined()
})

test('a copy is opened with the conversation it was saved from', () => {
  const existing = { ...fresh, scriptId: 'original', conversationId: 'chat' }
  expect(run(existing, saved({ conversationId: 'chat', workId: 'copied' }))).toMatchObject({
    scriptId: 'script',
    workId: 'copied',
    conversationId: 'chat',
  })
})

test('a save that ends after another document was opened changes nothing of that one', () => {
  const other = { ...opening, documentId: 'other', entry: 'second', typedTitle: 'Its own title' }
  const after = run(fresh, typed, { type: 'save started' }, { type: 'opened', ...other })
  expect(after).toMatchObject({ typedTitle: 'Its own title', isSaving: true })
  expect(run(after, saved())).toEqual({ ...after, isSaving: false })
  expect(
    run(after, { type: 'save failed', documentId: 'document', question: 'changed elsewhere' }),
  ).toEqual({ ...after, isSaving: false })
})

test('a conflict is asked about until it is closed or saved another way', () => {
  const conflict: Action = {
    type: 'save failed',
    documentId: 'document',
    question: 'changed elsewhere',
  }
  const asked = run(fresh, { type: 'save started' }, conflict)
  expect(asked).toMatchObject({ question: 'changed elsewhere', isSaving: false })
  expect(run(asked, { type: 'question closed' }).question).toBeNull()
  expect(run(asked, { type: 'save started' }).question).toBe('changed elsewhere')
  expect(run(asked, { type: 'save started' }, saved()).question).toBeNull()
  const failsOtherwise: Action = { type: 'save failed', documentId: 'document', question: null }
  expect(run(asked, { type: 'save started' }, failsOtherwise).question).toBe('changed elsewhere')
})

test('a new address for the same document changes only its history entry', () => {
  const started = run(fresh, typed, { type: 'conversation opened', conversationId: 'chat' })
  const screen = { name: 'history', over: 'first' } as const
  const after = run(started, { type: 'entry replaced', entry: 'second', screen })
  expect(after).toEqual({ ...started, entry: 'second', screen })
  expect(after).toMatchObject({ conversationId: 'chat', typedTitle: 'Typed' })
})

test('a typed title is stored once and follows its document', () => {
  const withTitle = run(fresh, typed)
  expect(titleWrites(fresh, withTitle)).toEqual([{ owner: 'new', title: 'Typed' }])
  const inChat = run(withTitle, { type: 'conversation opened', conversationId: 'chat' })
  expect(titleWrites(withTitle, inChat)).toEqual([
    { owner: 'new', title: null },
    { owner: 'work', title: 'Typed' },
  ])
  expect(titleWrites(inChat, run(inChat, saved()))).toEqual([{ owner: 'work', title: null }])
  const newer = run(inChat, { ...typed, title: 'Newer' })
  expect(titleWrites(newer, run(newer, saved()))).toEqual([
    { owner: 'work', title: null },
    { owner: 'script', title: 'Newer' },
  ])
  const discarded = run(newer, { type: 'title discarded' })
  expect(titleWrites(newer, discarded)).toEqual([{ owner: 'work', title: null }])
})

test('nothing is stored for a document without a typed title, or when another one is opened', () => {
  const inChat = run(fresh, { type: 'conversation opened', conversationId: 'chat' })
  expect(titleWrites(fresh, inChat)).toEqual([])
  const withTitle = run(fresh, typed)
  const other = run(withTitle, { type: 'opened', ...opening, documentId: 'other' })
  expect(titleWrites(withTitle, other)).toEqual([])
})

test('the title is the typed one, the saved one, or the default', () => {
  expect(titleState(run(fresh, typed), script, asSaved).title).toBe('Typed')
  expect(titleState(fresh, script, asSaved).title).toBe('Saved title')
  expect(titleState(fresh, null, '').title).toBe(UNTITLED)
  const blank = run(fresh, { ...typed, title: ' ' })
  expect(titleState(blank, script, asSaved)).toMatchObject({ title: ' ', pageTitle: 'Saved title' })
})

test('until the writer names it, a script is called what its title page says', () => {
  const titled = (title: string) => `Title: _**${title}**_\n    Act One\n\nINT.`
  const tram = titled('Last Tram')
  expect(titleState(fresh, null, tram).title).toBe('Last Tram Act One')
  // Saved under that title, the script follows the next title page, but keeps its title if there is none.
  const followed = { ...script, text: tram, title: 'Last Tram Act One' }
  expect(titleState(fresh, followed, titled('Night Bus')).title).toBe('Night Bus Act One')
  expect(titleState(fresh, followed, asSaved).title).toBe('Last Tram Act One')
  // Saved without a title: shown, but no unsaved change.
  const unnamed = { ...script, text: tram, title: UNTITLED }
  expect(titleState(fresh, unnamed, tram)).toMatchObject({
    title: 'Last Tram Act One',
    isUnsaved: false,
  })
  expect(titleState(fresh, { ...script, text: tram }, titled('Night Bus')).title).toBe(
    'Saved title',
  )
  expect(titleState(run(fresh, typed), null, tram).title).toBe('Typed')
  const endless = titleState(fresh, null, titled('x'.repeat(300))).title
  expect(endless).toBe('x'.repeat(200))
})

test('a document is unsaved when its title or its text differs from what is stored', () => {
  expect(titleState(fresh, script, asSaved).isUnsaved).toBe(false)
  expect(titleState(run(fresh, typed), script, asSaved).isUnsaved).toBe(true)
  expect(titleState(fresh, script, 'EXT.').isUnsaved).toBe(true)
  expect(titleState(fresh, null, '').isUnsaved).toBe(false)
})

test('titles overlap only if both sides changed theirs, to different ones', () => {
  const renamed = { ...script, title: 'Theirs' }
  expect(titleOverlaps('Mine', script, renamed)).toBe(true)
  expect(titleOverlaps('Mine', script, script)).toBe(false)
  expect(titleOverlaps('Theirs', script, renamed)).toBe(false)
  expect(titleOverlaps('Saved title', script, renamed)).toBe(false)
  expect(titleOverlaps(null, script, renamed)).toBe(false)
})

test('Back from a screen and Forward to it keep the document, any other Back does not', () => {
  const screen = { name: 'history', over: 'first' } as const
  const entry = (key: string, state: HistoryState = {}) => ({ key, state }) as Location
  const isKept = (to: Location, open: { entry: string; screen: Screen | null }) =>
    keepsDocument(to, 'POP', open)
  expect(isKept(entry('first'), { entry: 'second', screen })).toBe(true)
  expect(isKept(entry('second', { screen }), { entry: 'first', screen: null })).toBe(true)
  expect(isKept(entry('before', { isSameDocument: true }), { entry: 'second', screen })).toBe(false)
  expect(isKept(entry('second', { screen }), { entry: 'other', screen: null })).toBe(false)
})
