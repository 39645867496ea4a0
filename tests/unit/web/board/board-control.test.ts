import { history, isolateHistory, redo, undo, undoDepth } from '@codemirror/commands'
import { type ChangeSet, EditorState, type Transaction } from '@codemirror/state'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parse } from '../../../../screenplay/model.ts'
import { type Around, BoardControl } from '../../../../web/features/board/board-control.ts'
import type { BoardText } from '../../../../web/features/board/board-store.ts'
import { boardMessages as words } from '../../../../web/messages/board.ts'
import { boardTemplates } from '../../../../web/messages/board-templates.ts'
import { deliverToasts, type Toast } from '../../../../web/ui/feedback/toast.ts'

const SCRIPT = `# Act one

INT. TRAM - NIGHT
[[COLOR blue]]

INÊS
Early.

EXT. RIVER - DAWN

RUI
Wait.

# Act two

INT. VAULT - NIGHT

INÊS
Now.

### The harbour

= They wait.
`

const toasts: Toast[] = []
let end = () => {}

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 1)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  end = deliverToasts({ show: (toast) => toasts.push(toast), takeBack: () => undefined })
})

afterEach(() => {
  end()
  toasts.length = 0
  vi.unstubAllGlobals()
})

/** A text with a history of its own, without a page. */
function textOf(script: string) {
  let state = EditorState.create({ doc: script, extensions: history() })
  const followers = new Set<(changes: ChangeSet) => void>()
  const dispatch = (tr: Transaction) => {
    state = tr.state
    for (const follower of followers) follower(tr.changes)
  }
  const target = () => ({ state, dispatch })
  let parsed = parse(script)
  const text: BoardText = {
    screenplay() {
      const source = state.doc.toString()
      if (source !== parsed.source) parsed = parse(source)
      return parsed
    },
    language: () => undefined,
    follow(listener) {
      followers.add(listener)
      return () => void followers.delete(listener)
    },
    apply({ splices }) {
      const changes = splices.map(({ start, end: to, text: insert }) => ({
        from: start,
        to,
        insert,
      }))
      dispatch(state.update({ changes, annotations: isolateHistory.of('full') }))
    },
    undo: () => undo(target()),
    redo: () => redo(target()),
    undoing() {
      const depth = undoDepth(state)
      return () => undoDepth(state) === depth && undo(target())
    },
  }
  const type = (from: number, insert: string) =>
    dispatch(state.update({ changes: { from, insert } }))
  return { text, type, now: () => state.doc.toString() }
}

function openBoard(script = SCRIPT) {
  const { text, type, now } = textOf(script)
  const control = new BoardControl(text)
  const told: unknown[] = []
  const asked: unknown[] = []
  const around: Around = {
    scope: null,
    onSelected: (range) => told.push(range),
    onWholeScript: () => told.push('whole'),
    onCursor: () => undefined,
    onOpen: (at) => asked.push(at),
    onAsk: (...about) => asked.push(about),
  }
  control.setAround(around)
  control.start()
  const state = () => control.state.get()
  const cards = () => state().board.cards.map(({ heading }) => heading)
  const inColumns = () =>
    state().board.columns.map((column) => column.cards.map(({ heading }) => heading))
  const id = (heading: string) =>
    state().board.cards.find((card) => card.heading === heading)?.id ?? ''
  const key = (heading: string, pressed: string) => {
    const names = pressed.split('+')
    return control.press(id(heading), {
      key: names.at(-1) ?? '',
      altKey: names.includes('Alt'),
      ctrlKey: names.includes('Control'),
      metaKey: false,
      shiftKey: names.includes('Shift'),
    })
  }
  const click = (heading: string, held: 'shiftKey' | 'ctrlKey' | null = null) =>
    control.click(id(heading), {
      altKey: false,
      metaKey: false,
      ctrlKey: held === 'ctrlKey',
      shiftKey: held === 'shiftKey',
    })
  const chosen = () => state().chosen.map(({ heading }) => heading)
  const focused = () => state().board.cards.find((card) => card.id === state().tabStop)?.heading
  return {
    control,
    around,
    told,
    asked,
    state,
    cards,
    inColumns,
    id,
    key,
    click,
    type,
    now,
    chosen,
    focused,
  }
}

const [TRAM, RIVER, VAULT, HARBOUR] = [
  'INT. TRAM - NIGHT',
  'EXT. RIVER - DAWN',
  'INT. VAULT - NIGHT',
  'The harbour',
]

test('arrow keys go from card to card and over to other columns, Home and End to the ends', () => {
  const { key, focused, chosen } = openBoard()
  expect(focused()).toBe(TRAM)
  for (const [from, pressed, to] of [
    [TRAM, 'ArrowDown', RIVER],
    [RIVER, 'ArrowRight', HARBOUR],
    [HARBOUR, 'ArrowUp', VAULT],
    [VAULT, 'ArrowLeft', TRAM],
    [TRAM, 'End', RIVER],
    [RIVER, 'Home', TRAM],
    [TRAM, 'ArrowUp', TRAM],
  ] as const) {
    expect(key(from, pressed)).toBe(true)
    expect([focused(), chosen()]).toEqual([to, [to]])
  }
  expect(key(TRAM, 'x')).toBe(false)
  expect(key(TRAM, 'Control+c')).toBe(false)
})

test('Shift selects from the first card on, Control one more, Control+A all', () => {
  const { key, click, chosen, state } = openBoard()
  click(TRAM)
  key(TRAM, 'Shift+ArrowDown')
  expect(chosen()).toEqual([TRAM, RIVER])
  expect(state().said).toBe(words.said.selected(2))
  click(HARBOUR, 'shiftKey')
  expect(chosen()).toEqual([TRAM, RIVER, VAULT, HARBOUR])
  click(RIVER, 'ctrlKey')
  expect(chosen()).toEqual([TRAM, VAULT, HARBOUR])
  click(RIVER)
  expect(chosen()).toEqual([RIVER])
  key(RIVER, 'Control+a')
  expect(chosen()).toHaveLength(4)
})

test('what is selected is told as one part of the script, or as none if the cards are apart', () => {
  const { click, told, now } = openBoard()
  expect(told).toEqual([null])
  click(TRAM)
  click(RIVER, 'ctrlKey')
  const start = now().indexOf(TRAM)
  expect(told.at(-1)).toEqual({ start, end: now().indexOf('# Act two') })
  click(RIVER, 'ctrlKey')
  click(VAULT, 'ctrlKey')
  expect(told.at(-1)).toBe(null)
})

test('whoever makes prompts be about the whole script has selected nothing any more', () => {
  const { control, around, click, chosen } = openBoard()
  click(TRAM)
  control.setAround({ ...around, scope: { start: 11, end: 50, label: 'Scene 1' } })
  control.setAround(around)
  expect(chosen()).toEqual([])
})

test('cards that are apart stay selected, though prompts are about the whole script', () => {
  const { control, around, click, chosen } = openBoard()
  click(TRAM)
  control.setAround({ ...around, scope: { start: 11, end: 50, label: 'Scene 1' } })
  click(VAULT, 'ctrlKey')
  control.setAround(around)
  expect(chosen()).toEqual([TRAM, VAULT])
})

test('Alt and an arrow key move what is selected, and say where it is; at the end they say so', () => {
  const { key, click, inColumns, state, focused, chosen } = openBoard()
  key(RIVER, 'Alt+ArrowUp')
  expect(inColumns()).toEqual([
    [RIVER, TRAM],
    [VAULT, HARBOUR],
  ])
  expect(state().said).toMatch(/moved to place 1 of 2 in Act one/)
  key(RIVER, 'Alt+ArrowUp')
  expect(state().said).toBe(words.said.notMoved)
  click(TRAM, 'shiftKey')
  key(TRAM, 'Alt+ArrowRight')
  expect(inColumns()).toEqual([[], [RIVER, TRAM, VAULT, HARBOUR]])
  expect(state().said).toBe(words.said.movedSome(2, 'Act two'))
  expect(chosen()).toEqual([RIVER, TRAM])
  expect(focused()).toBe(TRAM)
  expect(state().wanted?.why).toBe('focus')
})

test('what is deleted is not what prompts are about, its neighbour has the focus, and undo brings it back', () => {
  const { control, key, cards, told, focused, now } = openBoard()
  key(RIVER, 'Delete')
  expect(cards()).toEqual([TRAM, VAULT, HARBOUR])
  expect(told.at(-1)).toBe('whole')
  expect(focused()).toBe(VAULT)
  vi.stubGlobal('document', { activeElement: null })
  vi.stubGlobal('HTMLElement', Array)
  toasts[0]?.action?.run()
  expect(now()).toBe(SCRIPT)
  expect(focused()).toBe(RIVER)
  key(HARBOUR, 'Delete')
  expect(focused()).toBe(VAULT)
  control.step('undo', false)
  toasts[1]?.action?.run()
  expect(toasts.at(-1)?.title).toBe(words.deleted.tooLate)
})

test('a heading is edited in place; nothing is written if it stays the same or is empty', () => {
  const { control, key, id, cards, now, state } = openBoard()
  key(TRAM, 'F2')
  expect(state().editedId).toBe(id(TRAM))
  expect(control.save(id(TRAM), { heading: ` ${TRAM}`, synopsis: '' })).toBe(true)
  expect([now(), state().editedId]).toEqual([SCRIPT, null])
  control.save(id(TRAM), { heading: ' ', synopsis: '' })
  expect(now()).toBe(SCRIPT)
  control.save(id(TRAM), { heading: 'INT. BUS - DAY', synopsis: 'They meet.' })
  expect(cards()[0]).toBe('INT. BUS - DAY')
  expect(now()).toContain('= They meet.')
})

test('a new card goes below the selected one, or else to the end of the last column', () => {
  const { control, click, state, inColumns } = openBoard()
  control.newCard()
  expect(state().draft).toEqual({ columnId: 'column 1', gap: 2 })
  click(TRAM)
  control.newCard()
  const { draft, board } = state()
  expect(draft).toEqual({ columnId: 'column 0', gap: 1 })
  const column = board.columns[0]
  if (column) control.saveNew(column, 1, { heading: 'A quarrel', synopsis: '' })
  expect(inColumns()[0]).toEqual([TRAM, 'A quarrel', RIVER])
  expect([state().draft, state().said]).toEqual([null, 'Idea A quarrel: added.'])
})

test('Enter opens a scene on the page, and an idea as a form', () => {
  const { key, asked, now, state, id } = openBoard()
  key(VAULT, 'Enter')
  expect(asked).toEqual([now().indexOf(VAULT)])
  key(HARBOUR, 'Enter')
  expect(state().editedId).toBe(id(HARBOUR))
})

test('cards keep their selection while somebody types above them', () => {
  const { control, click, type, told, chosen } = openBoard()
  click(VAULT)
  const before = told.at(-1) as { start: number }
  type(0, 'Title: Tram\n\n')
  expect(control.canAsk('synopses')).toBe(true)
  control.newCard()
  expect(chosen()).toEqual([VAULT])
  expect(told.at(-1)).toEqual(expect.objectContaining({ start: before.start + 13 }))
})

test('a filter dims the others, and names come by how often they speak', () => {
  const { control, state } = openBoard()
  expect(state().people).toEqual(['INÊS', 'RUI'])
  expect(state().colors).toEqual(['blue'])
  expect(state().isDimmed).toBe(null)
  control.filterBy({ who: 'INÊS' })
  const bright = () =>
    state()
      .board.cards.filter((card) => !state().isDimmed?.(card))
      .map(({ heading }) => heading)
  expect(bright()).toEqual([TRAM, VAULT])
  control.filterBy({ color: '' })
  expect(bright()).toEqual([VAULT])
})

test('an idea is needed to write one as a scene, and nothing is asked while an answer is being written', () => {
  const { control, around, click, asked } = openBoard()
  click(VAULT)
  expect([control.canAsk('write'), control.canAsk('missing')]).toEqual([false, true])
  click(HARBOUR)
  expect(control.canAsk('write')).toBe(true)
  control.ask('missing')
  expect(asked).toEqual([[words.asks.missing.prompt, 'ask', null]])
  control.setAround({ ...around, onAsk: undefined })
  expect(control.canAsk('write')).toBe(false)
})

test('dragging moves the selected cards to the gap, and a drag that is given up moves nothing', () => {
  const { control, click, id, inColumns, now, state } = openBoard()
  click(TRAM)
  click(RIVER, 'shiftKey')
  control.drag(id(RIVER))
  expect(state().dragged).toHaveLength(2)
  control.dragOver({ columnId: 'column 1', gap: 1 })
  control.endDrag(false)
  expect([now(), state().dragged, control.drop.get()]).toEqual([SCRIPT, [], null])
  control.drag(id(RIVER))
  control.dragOver({ columnId: 'column 1', gap: 1 })
  control.endDrag(true)
  expect(inColumns()).toEqual([[], [VAULT, TRAM, RIVER, HARBOUR]])
})

test('columns are added, renamed, moved and removed, and their cards stay', () => {
  const { control, state, cards } = openBoard()
  const titles = () => state().board.columns.map(({ section }) => section?.heading)
  control.addColumn('Act three')
  expect([titles(), state().said]).toEqual([
    ['Act one', 'Act two', 'Act three'],
    words.said.columnMade('Act three'),
  ])
  const last = state().board.columns[2]
  if (last) control.moveColumn(last, -1)
  expect(titles()).toEqual(['Act one', 'Act three', 'Act two'])
  const second = state().board.columns[1]?.section
  if (second) control.rename(second.index, 'Between')
  expect(titles()).toEqual(['Act one', 'Between', 'Act two'])
  if (second) control.removeColumn(second.index, 'Between')
  expect(titles()).toEqual(['Act one', 'Act two'])
  expect(cards()).toHaveLength(4)
})

test('a template whose columns the script has is a question, else it is inserted', () => {
  const [template] = boardTemplates
  if (!template) throw new Error('There is no template.')
  const { control, state, cards } = openBoard('')
  control.template(template)
  expect(state().mapped).toBe(null)
  const ideas = cards().length
  expect(ideas).toBeGreaterThan(3)
  expect(state().said).toBe(words.said.template(template.name))
  control.template(template)
  expect(state().mapped).toBe(template)
  control.insertMapped(true)
  expect(toasts.at(-1)?.message).toBe(words.templateThere)
  control.insertMapped(false)
  expect(cards()).toHaveLength(ideas * 2)
})

test('the card at a place of the script is shown, marked if only to look at, and nothing where there is none', () => {
  const { control, state, focused, chosen, now } = openBoard()
  expect(control.showCard(now().indexOf('Wait.'), 'look')).toBe(true)
  expect([state().wanted, focused(), chosen()]).toEqual([{ why: 'look' }, RIVER, []])
  expect(control.showCard(now().indexOf('Now.'), 'focus')).toBe(true)
  expect([state().markedId, focused(), chosen()]).toEqual([null, VAULT, [VAULT]])
  expect(control.showCard(0, 'focus')).toBe(false)
})

test('arrow keys pass over a column without cards', () => {
  const { key, focused } = openBoard('# One\n\nINT. A - DAY\n\n# Two\n\n# Three\n\nINT. B - DAY\n')
  key('INT. A - DAY', 'ArrowRight')
  expect(focused()).toBe('INT. B - DAY')
})
