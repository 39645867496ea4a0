import { history, isolateHistory, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addCard,
  addColumn,
  addTemplate,
  type BoardEdit,
  boardOf,
  deleteCards,
  moveCards,
  moveColumn,
  removeSection,
  setColor,
  setHeading,
  setSynopsis,
  templateColumns,
} from '../../../../screenplay/board.ts'
import { parse, reparse, type Screenplay } from '../../../../screenplay/model.ts'
import { anyScript } from '../generators/any-script.ts'
import { anyText } from '../generators/any-text.ts'
import { forAny } from '../../../support/any-input.ts'

type Name =
  | 'move'
  | 'delete'
  | 'heading'
  | 'synopsis'
  | 'colour'
  | 'mapped template'
  | 'card'
  | 'column'
  | 'move column'
  | 'remove'
  | 'template'

type Step = { name: Name; numbers: number[]; text: string }

const texts = fc.oneof(
  fc.constantFrom('An idea', 'int. roof - day', 'One.\nTwo.', '', '[[n]]', '*/', '# A', '= s'),
  anyText,
)

const step = fc.record<Step>({
  name: fc.constantFrom<Name>(
    'move',
    'move',
    'move',
    'delete',
    'heading',
    'synopsis',
    'colour',
    'card',
    'column',
    'move column',
    'remove',
    'template',
  ),
  numbers: fc.array(fc.nat(), { minLength: 3, maxLength: 6 }),
  text: texts,
})

const idea = fc.constantFrom('### I\n\n= i', '### J\n[[IDEA]]\n= j', '# Act', '## Sequence', '=')
const outlined = fc
  .array(
    fc.oneof(
      anyScript,
      idea,
      anyText.map((text) => `INT. ${text}`),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .chain((parts) =>
    fc.constantFrom('\n\n', '\n').map((gap) => parts.map((part) => `${part}${gap}`).join('\n')),
  )
const anyOutline = fc
  .tuple(outlined, fc.constantFrom('', 'Title: T\n\n', 'FADE IN:\n\n'), fc.boolean(), fc.boolean())
  .map(([text, lead, isWindows, isCut]) => {
    const whole = lead + (isCut ? text.trimEnd() : text)
    // Splits lines at \n only, as the page does.
    return isWindows ? whole.replaceAll('\n', '\r\n') : whole
  })

const TEMPLATE = [{ title: 'A', synopsis: 'a', ideas: [{ title: 'B', synopsis: 'b' }] }]

type Chosen = {
  screenplay: Screenplay
  /** A card, several, and a place for them. */
  card: number
  taken: number[]
  to: number
  text: string
}

const makers: Record<Name, (chosen: Chosen) => BoardEdit | null> = {
  move: ({ screenplay, taken, to }) => moveCards(screenplay, taken, to),
  delete: ({ screenplay, taken }) => deleteCards(screenplay, taken.slice(0, 1)),
  heading: ({ screenplay, card, text }) => setHeading(screenplay, card, text),
  synopsis: ({ screenplay, card, text }) => setSynopsis(screenplay, card, text),
  colour: ({ screenplay, taken, text }) => setColor(screenplay, taken, text === '' ? null : 'teal'),
  card: ({ screenplay, to, text }) => addCard(screenplay, to, { heading: text, synopsis: text }),
  column: ({ screenplay, to, text }) => addColumn(screenplay, to, text),
  'move column': ({ screenplay, card, to }) => moveColumn(screenplay, Math.max(0, card - 1), to),
  remove: ({ screenplay, to }) => removeSection(screenplay, to),
  template: ({ screenplay }) => addTemplate(screenplay, TEMPLATE),
  'mapped template': ({ screenplay }) =>
    addTemplate(screenplay, TEMPLATE, templateColumns(boardOf(screenplay), TEMPLATE)),
}

function made(screenplay: Screenplay, { name, numbers, text }: Step): BoardEdit | null {
  const { cards, items } = boardOf(screenplay)
  const [card = 0, ...taken] = numbers.map((each) => cards[each % cards.length]?.index ?? 0)
  const to = (numbers[0] ?? 0) % (items.length + 1)
  return makers[name]({ screenplay, card, taken: [...new Set(taken)], to, text })
}

/** The scenes, each with its bytes. */
const scenesOf = (screenplay: Screenplay): string[] =>
  boardOf(screenplay)
    .cards.filter(({ kind }) => kind === 'scene')
    .map(({ start, contentEnd }) => screenplay.source.slice(start, contentEnd))
    .toSorted()

const ideasOf = (screenplay: Screenplay): number =>
  boardOf(screenplay).cards.filter(({ kind }) => kind === 'idea').length

const movers = new Set<Name>(['move', 'column', 'move column', 'template', 'mapped template'])

/** What a change did that it must not do. */
function broken(name: Name, edit: BoardEdit, before: Screenplay, now: Screenplay): string[] {
  const [old, { items }] = [boardOf(before), boardOf(now)]
  const starts = new Set(items.map(({ start }) => start))
  const rules: Record<string, boolean> = {
    'scenes changed': movers.has(name) && !isDeepStrictEqual(scenesOf(now), scenesOf(before)),
    'an idea was lost': movers.has(name) && ideasOf(now) < ideasOf(before),
    'cards were added or lost':
      ['synopsis', 'heading', 'colour'].includes(name) && items.length !== old.items.length,
    'a card is not where it should be': edit.at.some((at) => !starts.has(at)),
    'it is not what a fresh reading gives': !isDeepStrictEqual(
      boardOf(now),
      boardOf(parse(now.source)),
    ),
  }
  return Object.keys(rules).filter((rule) => rules[rule])
}

test(
  'random changes of a board keep every scene, and undo restores the text',
  forAny(
    'script-board',
    anyOutline,
    fc.array(step, { minLength: 1, maxLength: 12 }),
    (source, steps) => {
      let state = EditorState.create({
        doc: source,
        extensions: [history(), EditorState.lineSeparator.of('\n')],
      })
      const textsBefore: string[] = []
      let screenplay = parse(source)
      for (const one of steps) {
        const edit = made(screenplay, one)
        if (!edit) continue
        textsBefore.push(screenplay.source)
        state = state.update({
          changes: edit.splices.map(({ start: from, end: to, text }) => ({
            from,
            to,
            insert: text,
          })),
          annotations: isolateHistory.of('full'),
        }).state
        const before = screenplay
        screenplay = reparse(screenplay, state.doc.toString())
        expect(broken(one.name, edit, before, screenplay)).toEqual([])
      }
      for (const text of textsBefore.toReversed()) {
        expect(undo({ state, dispatch: (tr) => (state = tr.state) })).toBe(true)
        expect(state.doc.toString()).toBe(text)
      }
      expect(state.doc.toString()).toBe(source)
    },
  ),
)
