// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatControl } from '../../../../web/features/chat/chat-control.ts'
import { ScopeStore } from '../../../../web/features/document/scope/scope-store.ts'
import type { PageHandle } from '../../../../web/features/document/scope/scope.ts'
import { sidePanel } from '../../../../web/features/document/side-panel.ts'
import { changesBetween, docOf } from '../../../../web/features/document/text/changes.ts'
import { EditorControl } from '../../../../web/features/editor/editor-control.ts'
import { chooseView, shownView } from '../../../../web/features/editor/state/view-choice.ts'

let done: unknown[] = []
let isWide = false
let end = () => {}
beforeEach(() => {
  done = []
  isWide = false
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => ({ matches: isWide }) as unknown as MediaQueryList,
  )
  chooseView('page')
})
afterEach(() => {
  end()
  sidePanel.covers = false
  sidePanel.hide()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

function openEditor() {
  const text = docOf('INT. TRAM - NIGHT\n')
  const scope = new ScopeStore(
    { doc: text, changesSince: (before) => changesBetween(before, text) },
    () => undefined,
  )
  let hasFocus = true
  const page = {
    scene: () => null,
    focus: () => done.push('page'),
    hasFocus: () => hasFocus,
  } as unknown as PageHandle
  const chat = {
    suggest: (wanted: string | null) => done.push(['prompt', wanted]),
    askAbout: (...asked: unknown[]) => done.push(asked),
    stop: async () => done.push('stop'),
  } as unknown as ChatControl
  const around = { scope, closeScreen: null, save: () => void done.push('save') }
  const editor = new EditorControl(chat, around)
  end = editor.start()
  return { editor, scope, page, around, leavePage: () => (hasFocus = false) }
}

function press(key: string, more: KeyboardEventInit = {}, from: Element = document.body): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  from.dispatchEvent(event)
  return event.defaultPrevented
}

const add = (html: string): Element => {
  document.body.innerHTML = html
  return document.body.firstElementChild ?? document.body
}

test('Escape closes what covers the editor first, and stops the answer last', () => {
  const { editor, around, scope, page } = openEditor()
  scope.onPage(page)
  editor.setFocusMode(true)
  sidePanel.open('notes')
  sidePanel.covers = true
  editor.setAround({ ...around, closeScreen: () => done.push('screen') })
  press('Escape')
  expect([done, sidePanel.get()]).toEqual([['screen'], 'notes'])
  editor.setAround(around)
  press('Escape')
  expect([sidePanel.get(), editor.state.get().isFocusMode]).toEqual([null, true])
  sidePanel.covers = false
  press('Escape')
  expect([done, editor.state.get().isFocusMode]).toEqual([['screen', 'page'], false])
  add('<div role="menu"></div>')
  press('Escape')
  expect(done).toHaveLength(2)
  document.body.replaceChildren()
  press('Escape')
  expect(done.at(-1)).toBe('stop')
})

test('F6 goes from the page to the prompt and back, unless something covers them', () => {
  const { editor, around, scope, page, leavePage } = openEditor()
  scope.onPage(page)
  expect(press('F6')).toBe(true)
  expect([done, shownView()]).toEqual([[['prompt', null]], 'chat'])
  leavePage()
  press('F6')
  expect(done.at(-1)).toBe('page')
  expect(press('F6', { shiftKey: true })).toBe(false)
  editor.setAround({ ...around, closeScreen: () => undefined })
  expect(press('F6')).toBe(false)
  expect(done).toHaveLength(2)
})

test('a script is saved once for a key that is held, and a question mark is text where one types', () => {
  const { editor } = openEditor()
  press('s', { ctrlKey: true })
  press('S', { metaKey: true, repeat: true })
  expect(press('s', { ctrlKey: true, altKey: true })).toBe(false)
  expect(done).toEqual(['save'])
  expect(press('?', {}, add('<textarea></textarea>'))).toBe(false)
  expect(editor.state.get().over).toBeNull()
  press('?')
  expect(editor.state.get().over).toBe('shortcuts')
  editor.close()
  press('/', { ctrlKey: true }, add('<textarea></textarea>'))
  expect(editor.state.get().over).toBe('shortcuts')
})

test('what needs the page or the prompt shows it, beside the other where there is room', () => {
  const { editor, scope, page } = openEditor()
  chooseView('chat')
  editor.toPage()
  expect([done, shownView()]).toEqual([[], 'page'])
  scope.onPage(page)
  expect(done).toEqual(['page'])
  const ofPage = editor.pageScope(scope)
  ofPage.onAskAbout('What is missing?', 'ask', null)
  expect([done.at(-1), shownView()]).toEqual([['What is missing?', 'ask', null], 'chat'])
  isWide = true
  chooseView('page')
  ofPage.onAsk()
  expect([done.at(-1), shownView()]).toEqual([['prompt', null], 'both'])
})

test('on a narrow screen the panel goes when a note leads to the prompt', () => {
  const { editor } = openEditor()
  sidePanel.open('notes')
  editor.onPrompt('Shorten it.')
  expect([done.at(-1), sidePanel.get()]).toEqual([['prompt', 'Shorten it.'], 'notes'])
  isWide = true
  editor.onPrompt('Cut it.')
  expect([done.at(-1), sidePanel.get()]).toEqual([['prompt', 'Cut it.'], null])
})
