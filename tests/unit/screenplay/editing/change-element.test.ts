import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeElement, elementAt, type ElementChoice } from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { anyScript } from '../generators/any-script.ts'
import { anyText } from '../generators/any-text.ts'
import { edited, marked } from './cursor.ts'
import { forAny } from '../../../support/any-input.ts'

const change = (text: string, type: ElementChoice): string | null => {
  const { screenplay, selection } = marked(text)
  return edited(screenplay, changeElement(screenplay, selection, type))
}

describe('natural form where Fountain recognizes it', () => {
  test.each<[ElementChoice, string, string | null]>([
    ['scene-heading', 'Hi.\n\nint. bar|\n\nHi.', 'Hi.\n\nint. bar|\n\nHi.'],
    ['scene-heading', 'Hi.\n\nThe ba|r\n\nHi.', 'Hi.\n\n.The ba|r\n\nHi.'],
    ['scene-heading', '!INT. BAR|', 'INT. BAR|'],
    ['transition', 'Cut to:|', 'CUT TO:|'],
    ['transition', 'Fade out.|', '> Fade out.|'],
    ['action', '> Fade out.|', 'Fade out.|'],
    ['action', 'INT. BAR|', '!INT. BAR|'],
    ['action', '.The bar|', 'The bar|'],
    ['action', 'INT. BAR #12#|', '!INT. BAR|'],
    ['action', 'Hi.\n\n~La |la', 'Hi.\n\nLa |la'],
    ['action', '> The |end <', 'The |end'],
    ['action', '!Just |action', 'Just |action'],
    ['centered', 'The |end', '> The |end <'],
    ['lyrics', 'La la|\nlo lo', '~La la|\n~lo lo'],
    ['section', 'Act |one', '# Act |one'],
    ['synopsis', 'They |meet.', '= They |meet.'],
    ['character', 'Ann (on the phone)|\nHi.', 'ANN (on the phone)|\nHi.'],
    ['character', '@McAvoy|\nHi.', '@McAvoy|\nHi.'],
    ['scene-heading', '---|', null],
  ])('%s: %j', (type, before, after) => expect(change(before, type)).toBe(after))
})

describe('empty lines and speeches', () => {
  test.each<[string, ElementChoice, string, string | null]>([
    ['a name alone is pending', 'character', 'Hi.\n\nAnn|', 'Hi.\n\nANN| <character>'],
    ['several names are forced', 'character', '‹Ann\n\nBo›', '@‹ANN\n\n@BO›'],
    ['a script without case is forced', 'character', '雨|\nHi.', '@雨|\nHi.'],
    ['dialogue joins the speech above', 'dialogue', 'ANN\nHi.\n\nBye.|', 'ANN\nHi.\nBye.|'],
    ['and the name above', 'dialogue', 'ANN\n\nBye.|\n\nRain.', 'ANN\nBye.|\n\nRain.'],
    ['dialogue without a speaker is refused', 'dialogue', 'He sits.\n\nBye.|', null],
    ['dialogue to parenthetical', 'parenthetical', 'ANN\nlow|\nHi.', 'ANN\n(low|)\nHi.'],
    ['and back', 'dialogue', 'ANN\n(low|)\nHi.', 'ANN\nlow|\nHi.'],
    ['a speech without dialogue keeps its cue', 'action', 'ANN\nHi.|', '@ANN\n\nHi.|'],
    [
      'the rest has its cue again',
      'action',
      'ANN\nHi.\n(si|ts)\nBye.',
      'ANN\nHi.\n\nsi|ts\n\nANN\nBye.',
    ],
    ['a misread speech is action', 'action', 'BANG|\nThe door.', '!BANG|\nThe door.'],
    ['one line of action', 'scene-heading', 'One.\nint. b|\nTwo.', 'One.\n\nint. b|\nTwo.'],
    [
      'a cue to dialogue of who spoke before',
      'dialogue',
      'ANN\nHi.\n\nBO|\nNo.',
      'ANN\nHi.\nBO|\nNo.',
    ],
    ['a line of dialogue to a cue', 'character', 'ANN\nHi.\nBo|\nNo.', 'ANN\nHi.\n\nBO|\nNo.'],
    ['what follows stays action', 'character', '# Ann|\nHi there', 'ANN|\n\nHi there <character>'],
    ['the rest must stay action', 'section', 'One.\ntw|o\nBANG\nx', null],
    ['an empty line to a character', 'character', 'Hi.\n|', 'Hi.\n\n| <character>'],
    ['an empty line to a song', 'lyrics', 'Hi.\n\n|', 'Hi.\n\n~|'],
    ['an empty line to centred text', 'centered', '|', '> | <'],
    ['an empty line to dialogue', 'dialogue', 'ANN\nHi.\n\n|', 'ANN\nHi.\n|\n <dialogue>'],
    ['an empty line that nobody speaks on', 'dialogue', 'Hi there.\n\n|', null],
    ['the title page is not changed', 'action', 'Title: A|\n\nHi.', null],
    ['a note is not changed', 'action', '[[no|te]]', null],
    ['notes inside stay', 'action', '~La [[sad]] la|', 'La [[sad]] la|'],
  ])('%s', (_what, type, before, after) => expect(change(before, type)).toBe(after))
})

const types: ElementChoice[] = [
  'scene-heading',
  'action',
  'character',
  'parenthetical',
  'dialogue',
  'lyrics',
  'transition',
  'centered',
  'section',
  'synopsis',
]

const place = fc.tuple(fc.nat(), fc.constantFrom(...types))

/** Without scene numbers, which only headings have. */
const letters = (text: string): string => text.replace(/#\d+#|[^\p{L}\p{N}]/gu, '').toUpperCase()

test(
  'in any script, the element at the cursor gets the type asked for',
  forAny('script-keys', anyScript, place, (source, [seed, type]) => {
    const screenplay = parse(source)
    const at = seed % (source.length + 1)
    const edit = changeElement(screenplay, { anchor: at, head: at }, type)
    // Only notes, page breaks and types that need a speaker can be refused here.
    const isFixed = ['note', 'page-break'].includes(elementAt(screenplay, at))
    const mayRefuse = isFixed || type === 'dialogue' || type === 'parenthetical'
    expect(edit !== null || mayRefuse).toBe(true)
    if (!edit) return
    const changed = parse(applySplices(source, edit.splices))
    expect(elementAt(changed, edit.head, edit.pending)).toBe(type)
    expect(letters(changed.source).length).toBeGreaterThanOrEqual(letters(source).length)
  }),
)

test(
  'in any text, a change keeps the types before and after it',
  forAny('script-keys', anyText, place, fc.nat(), (source, [seed, type], length) => {
    const screenplay = parse(source)
    const anchor = seed % (source.length + 1)
    const head = Math.min(anchor + (length % 10), source.length)
    const edit = changeElement(screenplay, { anchor, head }, type)
    if (!edit) return
    const changed = parse(applySplices(source, edit.splices))
    expect(edit.head).toBeLessThanOrEqual(changed.source.length)
    const first = edit.splices[0]?.start ?? source.length
    const before = screenplay.elements.filter(({ contentEnd }) => contentEnd < first)
    expect(changed.elements.slice(0, before.length).map((each) => each.type)).toEqual(
      before.map((each) => each.type),
    )
  }),
)
