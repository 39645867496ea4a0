import { expect, test } from 'vitest'
import { parse } from '../../../../screenplay/model.ts'
import { casesOf } from '../../cases.ts'

function titlePage(source: string): [string, string[]][] {
  return parse(source).titlePage.map(({ key, values }) => [key, values])
}

test('values follow the key or are indented below it', () => {
  const source = [
    'Title:',
    '    _**BRICK & STEEL**_',
    '\t_**FULL RETIRED**_',
    'Credit: Written by',
    'Author: One',
    '   Two',
    'Draft date: 1/20/2012',
    'Contact:',
    '\tNext Level: Productions',
    '',
    'Author: no longer the title page',
  ].join('\n')
  expect(titlePage(source)).toEqual([
    ['Title', ['_**BRICK & STEEL**_', '_**FULL RETIRED**_']],
    ['Credit', ['Written by']],
    ['Author', ['One', 'Two']],
    ['Draft date', ['1/20/2012']],
    ['Contact', ['Next Level: Productions']],
  ])
  expect(parse(source).elements.map(({ text }) => text)).toEqual([
    'Author: no longer the title page',
  ])
})

test.each(casesOf`
    CRLF │ Title: A\r\nAuthor:\r\n\tB\r\n\r\nX │ Title = A, Author = B
    CR │ Title: A\rAuthor: B\r\rX │ Title = A, Author = B
    a byte order mark │ "\ufeffTitle: A\n\nX" │ Title = A
    empty lines before it │ "\n\nTitle: A\n\nX" │ Title = A
    keys of the writer │ Studio: Big\nMood: Blue\n\nX │ Studio = Big, Mood = Blue
    keys in another alphabet │ Τίτλος: Α\nΣενάριο: Β\n\nX │ Τίτλος = Α, Σενάριο = Β
    a key without a value │ Title:\nAuthor: B\n\nX │ Title, Author = B
    a value with a colon │ Title: A: B\n\nX │ Title = A: B
  `)('a title page with %s', (_what, source, entries) =>
  expect(
    titlePage(source)
      .map(([key, values]) => [key, ...values].join(' = '))
      .join(', '),
  ).toBe(entries),
)

test.each([
  ['a fade in', 'FADE IN:\n\nX'],
  ['a transition', 'CUT TO:\n\nX'],
  ['a heading with a colon', 'INT. HOUSE: KITCHEN - DAY\n\nX'],
  ['a sentence that goes on', 'He says: no.\nShe says yes.\n\nX'],
  ['a sentence with a colon', 'Here is my idea: two brothers find a map.\n\nX'],
  ['a question with a colon', 'Notes: does it end here?\n\nX'],
  ['one key that is not known', 'Here is what I changed: the ending\n\nX'],
  ['one such key with lines below', 'Ideas:\n    a map\n    a bar\n\nX'],
  ['a place written out', 'INTERIOR: KITCHEN - NIGHT\nMood: dark\n\nX'],
  ['a place below a key', 'Mood: dark\nExterior: Roof\n\nX'],
  ['something bold', '**Scene: one**\n\nX'],
  ['a section', '# Act: one\n\nX'],
])('%s does not start a title page', (_what, source) => expect(titlePage(source)).toEqual([]))

test('a line without a key ends the title page', () => {
  const { elements } = parse('Title: A\nINT. BAR - DAY\n\nX')
  expect(elements.map(({ type }) => type)).toEqual(['scene-heading', 'action'])
})
