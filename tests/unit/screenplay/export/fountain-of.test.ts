import { array, assert, constantFrom, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  plainText,
  spansOf,
  markedText,
  parse,
  type ElementDraft,
  fountainOf,
} from '../../../../screenplay/model.ts'
import { runs } from '../../../support/rounds.ts'
import { anyText } from '../generators/any-text.ts'
import { read, told } from '../generators/read.ts'
import { forAny } from '../../../support/any-input.ts'

const speech: ElementDraft[] = [
  { type: 'character', text: 'JO' },
  { type: 'dialogue', text: 'Hi.' },
]

describe('an element is forced only if it would otherwise parse as something else', () => {
  test.each<[string, ElementDraft, string]>([
    ['a heading', { type: 'scene-heading', text: 'INT. BAR - DAY' }, 'INT. BAR - DAY'],
    ['a heading of another kind', { type: 'scene-heading', text: 'BAR' }, '.BAR'],
    [
      'a heading with its number',
      { type: 'scene-heading', text: 'BAR', sceneNumber: '4A' },
      '.BAR #4A#',
    ],
    ['action', { type: 'action', text: 'He runs.\nFast.' }, 'He runs.\nFast.'],
    [
      'action that looks like a heading',
      { type: 'action', text: 'INT. is short' },
      '!INT. is short',
    ],
    ['action that looks like speech', { type: 'action', text: 'BANG\nbang' }, '!BANG\n!bang'],
    [
      'action that looks like a title page',
      { type: 'action', text: 'He says: no.' },
      '!He says: no.',
    ],
    ['action that looks like a note', { type: 'action', text: 'A [[b]]' }, 'A \\[[b]]'],
    ['a transition', { type: 'transition', text: 'CUT TO:' }, 'CUT TO:'],
    ['a transition of another kind', { type: 'transition', text: 'FADE OUT.' }, '> FADE OUT.'],
    ['centered lines', { type: 'centered', text: 'A\nB' }, '> A <\n> B <'],
    ['lyrics', { type: 'lyrics', text: 'La\nla' }, '~La\n~la'],
    ['a page break', { type: 'page-break', text: '' }, '==='],
    ['a section', { type: 'section', text: 'Act', depth: 2 }, '## Act'],
    ['a synopsis', { type: 'synopsis', text: 'They meet.' }, '= They meet.'],
    ['a note with an empty line', { type: 'note', text: 'A\n\nB' }, '[[A\n  \nB]]'],
    ['boneyard', { type: 'boneyard', text: 'gone' }, '/*\ngone\n*/'],
    ['dialogue of nobody', { type: 'dialogue', text: 'Hi.' }, 'Hi.'],
  ])('%s', (_what, draft, text) => expect(fountainOf({ elements: [draft] })).toBe(`${text}\n`))
})

test('a speech keeps its lines together, and dual dialogue gets a caret', () => {
  const text = fountainOf({
    elements: [
      { type: 'character', text: 'McCLANE' },
      { type: 'parenthetical', text: 'low' },
      { type: 'dialogue', text: 'One.\n\n(Two)' },
      { type: 'character', text: 'JO', dual: 'right' },
      { type: 'dialogue', text: '@home', dual: 'right' },
      { type: 'action', text: 'Bang.' },
    ],
  })
  expect(text).toBe('@McCLANE\n(low)\nOne.\n  \n\\(Two)\n\nJO ^\n\\@home\n\nBang.\n')
})

describe('parentheses in a speech', () => {
  const spoken = (...drafts: ElementDraft[]) => {
    const text = fountainOf({ elements: [{ type: 'character', text: 'JO' }, ...drafts] })
    const [, ...elements] = parse(text).elements
    return { text, read: elements.map((element) => [element.type, plainText(element.text)]) }
  }

  test.each([
    ['(laughs) No way.', '(laughs) No way.'],
    ['(I mean it', '(I mean it'],
    ['No.\n(laughs) No way.\nNo (really)', 'No.\n(laughs) No way.\nNo (really)'],
    // Only a backslash tells this from a parenthetical.
    ['(I mean it.)', '\\(I mean it.)'],
    ['(laughs) No way (really)', '\\(laughs) No way (really)'],
  ])('dialogue that starts with one is read back as dialogue: %j', (dialogue, written) => {
    const { text, read: back } = spoken({ type: 'dialogue', text: dialogue })
    expect(text).toBe(`JO\n${written}\n`)
    expect(back).toEqual([['dialogue', dialogue]])
  })

  test.each([
    ['low', '(low)', 'parenthetical'],
    ['(low', '(low)', 'parenthetical'],
    ['low)', '(low)', 'parenthetical'],
    ['(low (very))', '(low (very))', 'parenthetical'],
    ['(low) Hello.', '(low) Hello.', 'dialogue'],
  ])('a parenthetical has one pair of them: %j', (parenthetical, written, type) => {
    const { text, read: back } = spoken(
      { type: 'parenthetical', text: parenthetical },
      { type: 'lyrics', text: 'La' },
    )
    expect(text).toBe(`JO\n${written}\n~La\n`)
    expect(back[0]).toEqual([type, written])
  })
})

test('the title page comes first, with multiple values below their key', () => {
  const titlePage = [
    { key: 'Title', values: ['A'] },
    { key: 'Contact', values: ['B', 'C'] },
  ]
  const text = fountainOf({ titlePage, elements: speech })
  expect(text).toBe('Title: A\nContact:\n    B\n    C\n\nJO\nHi.\n')
  expect(parse(text).titlePage).toMatchObject(titlePage)
})

test('serializing and parsing the elements of any text returns the same elements', () => {
  const shown = (element: ElementDraft) => {
    const number = element.sceneNumber ? ` #${element.sceneNumber}` : ''
    const text = plainText(element.text).replace(/\s+/g, ' ').trim()
    return [element.type, text + number, element.depth, element.dual].join('|')
  }
  assert(
    property(anyText, (source) => {
      const elements = parse(source).elements.filter(
        ({ type, text }) => text.trim() !== '' || type === 'page-break',
      )
      expect(parse(fountainOf({ elements })).elements.map(shown)).toEqual(elements.map(shown))
    }),
    runs('script-parsing'),
  )
})

test('the elements of a script survive a round trip', () => {
  const source = 'INT. BAR\n\nJO\n(low)\nHi.\n\n@ann ^\nNo.\n\n> Out.\n'
  const { elements } = parse(source)
  expect(read(fountainOf({ elements }))).toEqual(elements.map(told))
})

describe('marked text', () => {
  test.each([
    ['plain', [{ text: 'snake_case * 2' }], 'snake_case * 2'],
    ['bold', [{ text: 'A ' }, { text: 'b', bold: true }], 'A **b**'],
    ['blanks at its edges', [{ text: ' b ', italic: true }, { text: 'c' }], ' *b* c'],
    ['what looks like marks', [{ text: 'a *b* c' }], String.raw`a \*b\* c`],
    ['what looks like a note', [{ text: '[[a]] /* b */' }], String.raw`\[[a]] /\* b \*/`],
    ['over lines', [{ text: 'a\nb', underline: true }], '_a_\n_b_'],
  ] as const)('%s', (_what, spans, text) => {
    expect(markedText(spans)).toBe(text)
  })

  test(
    'any plain text survives a round trip',
    forAny('script-parsing', anyText, (text) => {
      expect(plainText(markedText([{ text }]))).toBe(text)
    }),
  )

  test('styled words survive a round trip', () => {
    const word = record({
      text: string({ unit: constantFrom('a', 'b', '*', '_', '\\', '['), minLength: 1 }),
      style: constantFrom('', 'bold', 'italic', 'underline'),
    })
    assert(
      property(array(word), (words) => {
        const spans = words.map(({ text, style }) => ({
          text: `x${text}x `,
          ...(style && { [style]: true }),
        }))
        const shown = spansOf(markedText(spans))
        expect(shown.map(({ text }) => text).join('')).toBe(spans.map(({ text }) => text).join(''))
      }),
      runs('script-parsing'),
    )
  })
})
