import type { Text } from '@codemirror/state'
import { beforeEach, expect, test, vi } from 'vitest'
import { changesBetween, docOf } from '../../../../web/features/document/text/changes.ts'
import { ScopeStore } from '../../../../web/features/document/scope/scope-store.ts'
import type { PageHandle, Scope } from '../../../../web/features/document/scope/scope.ts'

const FIRST = 'INT. A - DAY\n\nOne.\n\n'
const SECOND = 'INT. B - DAY\n\nTwo.\n\n'
const TEXT = `${FIRST}${SECOND}INT. C - DAY\n\nThree.\n`
const scene: Scope = {
  start: FIRST.length,
  end: FIRST.length + SECOND.length,
  kind: 'scenes',
  label: 'Scene 2 · 1/8 p',
  note: '2 INT. B - DAY',
}
const words: Scope = { ...scene, end: scene.start + 6, kind: 'text' }

let doc = docOf(TEXT)
const scoped = {
  get doc() {
    return doc
  },
  changesSince: (before: Text) => changesBetween(before, doc),
}
const onLost = vi.fn<() => void>()
let store: ScopeStore
beforeEach(() => {
  doc = docOf(TEXT)
  onLost.mockClear()
  store = new ScopeStore(scoped, onLost)
})

const page = (): PageHandle => ({
  scene: () => scene,
  insert: vi.fn<() => void>(),
  insertScene: () => undefined,
  reveal: () => undefined,
  selected: () => ({ start: 0, end: 0 }),
  change: () => undefined,
  show: () => true,
  showWords: () => true,
  renameCharacter: () => undefined,
  focus: () => undefined,
  hasFocus: () => false,
})
const current = () => store.snapshot().current

test('what is selected is the scope until it is not selected any more', () => {
  store.onSelected(words)
  expect(current()).toEqual(words)
  store.onSelected(null)
  expect(current()).toBeNull()
})

test('chosen scenes stay the scope when nothing is selected', () => {
  store.choose(scene)
  store.onSelected(null)
  expect(current()).toEqual(scene)
})

test('the scope follows the text, and its loss is told once', () => {
  store.choose(scene)
  doc = docOf(`More.\n\n${TEXT}`)
  expect(store.in(doc)).toMatchObject({ start: scene.start + 7, end: scene.end + 7 })
  expect(onLost).not.toHaveBeenCalled()
  for (const text of [FIRST, '']) {
    doc = docOf(text)
    store.follow()
  }
  expect(current()).toBeNull()
  expect(onLost).toHaveBeenCalledTimes(1)
})

test('the scene with the cursor is known after the page is closed, unless it is deleted', () => {
  expect(store.scene()).toBeNull()
  store.onPage(page())
  store.onCursor(true)
  expect(store.snapshot().hasScene).toBe(true)
  store.onPage(null)
  expect(store.scene()).toEqual(scene)
  doc = docOf(FIRST)
  expect(store.scene()).toBeNull()
})

test("'this scene' leaves a selection as it is, but not one of a page that was closed", () => {
  store.onPage(page())
  store.onSelected(words)
  store.chooseScene()
  expect(current()).toEqual(words)
  store.onPage(null)
  store.onPage(page())
  store.chooseScene()
  expect(current()).toEqual(scene)
})

test('what is to be done on the page waits until it is shown, and is done once', () => {
  const act = vi.fn<(handle: PageHandle) => void>()
  store.onceShown(act)
  expect(act).not.toHaveBeenCalled()
  const shown = page()
  store.onPage(shown)
  expect(act).toHaveBeenCalledWith(shown)
  store.onPage(null)
  store.onPage(page())
  expect(act).toHaveBeenCalledTimes(1)
})
