// @vitest-environment happy-dom
import { history } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, expect, test } from 'vitest'
import { parse } from '../../../../screenplay/model.ts'
import type { PageHandle, Scope } from '../../../../web/features/document/scope/scope.ts'
import type { ScriptFacts } from '../../../../web/script-worker/script-facts.ts'
import { pageMetrics } from '../../../../web/features/page/editor/rows/page-layout.ts'
import { pageRows } from '../../../../web/features/page/editor/rows/page-rows.ts'
import { PageControl } from '../../../../web/features/page/page-control.ts'
import type { BoardHandle } from '../../../../web/features/page/scope/page-handle.ts'
import type { PageScope } from '../../../../web/features/page/scope/page-scope.ts'
import { shownAs } from '../../../../web/features/page/shown-as.ts'

const SCRIPT = 'INT. TRAM - NIGHT\n\nRain.\n\nEXT. RIVER - DAWN\n\nThe boat.\n'
const RIVER = SCRIPT.indexOf('EXT.')

const opened: { destroy: () => void }[] = []
afterEach(() => {
  for (const view of opened.splice(0)) view.destroy()
  shownAs.set('page')
})

/** As the layout tells them, with other lengths. */
function factsOf(source: string, eighths = 1): ScriptFacts {
  const starts = parse(source).elements.filter(({ type }) => type === 'scene-heading')
  const scenes = starts.map(({ start, text }, at) => ({
    number: String(at + 1),
    heading: text,
    start,
    end: starts[at + 1]?.start ?? source.length,
    eighths,
  }))
  return { scenes } as unknown as ScriptFacts
}

function openPage() {
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc: SCRIPT,
      extensions: [history(), pageMetrics.of({ rowHeight: 20, flows: false }), pageRows],
    }),
  })
  opened.push(view)
  const told: [what: string, value: unknown][] = []
  const tell = (what: string) => (value: unknown) => void told.push([what, value])
  const last = (what: string) => told.findLast(([name]) => name === what)?.[1]
  const lastScope = (what: string) => last(what) as Scope
  const page = () => last('page') as PageHandle
  const scope: PageScope = {
    current: null,
    textLength: SCRIPT.length,
    onSelected: tell('selected'),
    onChosen: tell('chosen'),
    onDescribed: tell('described'),
    onPrompt: () => tell('prompt')(null),
    onAsk: () => tell('ask')(null),
    onAskAbout: (prompt, mode, about) => tell('about')([prompt, mode, about?.label]),
    onPage: tell('page'),
    onCursor: tell('cursor'),
  }
  const control = new PageControl('writer')
  control.setAround({ scope, board: null })
  const stop = control.start()
  control.setView(view)
  return { control, scope, view, told, last, lastScope, page, stop }
}

const key = (pressed: string, ...held: ('ctrlKey' | 'shiftKey' | 'altKey')[]) => ({
  key: pressed,
  altKey: held.includes('altKey'),
  ctrlKey: held.includes('ctrlKey'),
  metaKey: false,
  shiftKey: held.includes('shiftKey'),
})

test('keys open what is found, the commands and the prompt, and others are left alone', () => {
  const { control, told } = openPage()
  shownAs.set('board')
  expect(control.press(key('k', 'ctrlKey'))).toBe(true)
  expect([control.state.get().open, shownAs.get()]).toEqual(['palette', 'board'])
  expect(control.press(key('F', 'ctrlKey'))).toBe(true)
  expect([control.state.get().open, shownAs.get()]).toEqual(['find', 'page'])
  expect(control.press(key('Enter', 'ctrlKey', 'shiftKey'))).toBe(true)
  expect(told.at(-1)).toEqual(['ask', null])
  control.close()
  for (const other of [key('f'), key('f', 'ctrlKey', 'altKey'), key('f', 'ctrlKey', 'shiftKey')])
    expect(control.press(other)).toBe(false)
  expect(control.state.get().open).toBe(null)
})

test('a character is renamed after a question, which closes with its name', () => {
  const { control, page } = openPage()
  page().renameCharacter('RUI', 'RUY')
  expect(control.state.get()).toMatchObject({
    open: 'rename',
    renaming: { from: 'RUI', to: 'RUY' },
  })
  control.close()
  expect(control.state.get()).toMatchObject({ open: null, renaming: undefined })
})

test('what is selected is told as the scope, and everything as none', () => {
  const { control, last, lastScope } = openPage()
  control.events.onFacts(factsOf(SCRIPT))
  control.events.onSelected({ start: RIVER, end: SCRIPT.length })
  expect(lastScope('selected')).toMatchObject({ kind: 'scenes', start: RIVER })
  control.events.onSelected({ start: 0, end: 3 })
  expect(lastScope('selected')).toMatchObject({ kind: 'text', end: 3 })
  control.events.onSelected({ start: 0, end: SCRIPT.length })
  expect(last('selected')).toBe(null)
})

test('scenes that are chosen are the scope, by their places in the text as it is now', () => {
  const { control, view, last, lastScope } = openPage()
  control.events.onFacts(factsOf(SCRIPT))
  view.dispatch({ changes: { from: 0, insert: '\n\n' } })
  control.choose({ from: 1, to: 1 })
  expect(lastScope('chosen')).toMatchObject({ start: RIVER + 2, end: SCRIPT.length + 2 })
  control.choose(null)
  expect(last('chosen')).toBe(null)
  control.askAbout('What is missing?', 'ask', null)
  expect(last('about')).toEqual(['What is missing?', 'ask', undefined])
})

test('the scope is described anew when lengths change, and not from another state of the text', () => {
  const { control, scope, told, lastScope } = openPage()
  control.events.onFacts(factsOf(SCRIPT))
  control.choose({ from: 0, to: 0 })
  const current = lastScope('chosen')
  control.setAround({ scope: { ...scope, current, textLength: SCRIPT.length }, board: null })
  const described = () => told.filter(([what]) => what === 'described')
  expect(described()).toEqual([])
  control.events.onFacts(factsOf(`${SCRIPT}Longer.`, 3))
  expect(described()).toEqual([])
  control.events.onFacts(factsOf(SCRIPT, 3))
  expect(lastScope('described').label).not.toBe(current.label)
  expect(described()).toHaveLength(1)
})

test('others get the page while it is there, the board in its place while that is shown', () => {
  const { control, scope, last, page, stop } = openPage()
  const shown: unknown[] = []
  const board: BoardHandle = {
    focus: () => shown.push('focus'),
    hasFocus: () => true,
    leave: () => shown.push('leave'),
    showCard: (offset, why) => shown.push([offset, why]) > 0,
  }
  expect(page().hasFocus()).toBe(false)
  control.setAround({ scope, board })
  expect(page().hasFocus()).toBe(true)
  page().reveal({ start: RIVER, end: RIVER + 3 })
  expect(shown).toEqual([[RIVER, 'look']])
  control.setView(null)
  expect(last('page')).toBe(null)
  control.setAround({ scope, board: null })
  stop()
  expect(last('page')).toBe(null)
})

test('the page that comes back after reading has the focus, another one has not', () => {
  const { control, view } = openPage()
  control.setView(null)
  control.setView(view)
  expect(view.hasFocus).toBe(false)
  control.open('reading')
  control.setView(null)
  control.close()
  control.setView(view)
  expect(view.hasFocus).toBe(true)
})

test('words are shown in the scene that they are said to be in, or else where they are first', () => {
  const again = '\nINT. TRAM - NIGHT\n\nThe boat.\n'
  const shown = (words: string, heading: string) => {
    const { view, page } = openPage()
    view.dispatch({ changes: { from: SCRIPT.length, insert: again } })
    return page().showWords(words, heading) ? view.state.selection.main.from : null
  }
  expect(shown('The boat.', 'EXT. RIVER - DAWN')).toBe(SCRIPT.indexOf('The boat.'))
  expect(shown('The boat.', 'INT. TRAM - NIGHT')).toBe(SCRIPT.length + again.indexOf('The'))
  expect(shown('The boat.', 'INT. HOUSE - DAY')).toBe(SCRIPT.indexOf('The boat.'))
  expect(shown('Rain.\r\n\r\nEXT.', '')).toBe(SCRIPT.indexOf('Rain.'))
  expect(shown('The tram.', 'INT. TRAM - NIGHT')).toBeNull()
})

test('a jump puts the cursor into the scene, and the cursor in a scene is told once', () => {
  const { control, view, told } = openPage()
  control.events.onFacts(factsOf(SCRIPT))
  control.jumpToScene(1)
  expect(view.state.selection.main.head).toBe(RIVER)
  control.jumpToScene(7)
  expect(view.state.selection.main.head).toBe(RIVER)
  const { place } = control.state.get()
  control.events.onPlace({ ...place, isInScene: true })
  control.events.onPlace({ ...place, isInScene: true, scene: 1 })
  expect(told.filter(([what]) => what === 'cursor')).toEqual([
    ['cursor', false],
    ['cursor', true],
  ])
})
