import { expect, test } from 'vitest'
import { previewOf } from '../../../screenplay/model.ts'

const seen = (start: string) => previewOf(start, false)

test.each([
  ['plain text', 'A cup.\n\nA lamp.', 'A cup. A lamp.'],
  ['nothing', '', ''],
  ['empty lines', '\n \n', ''],
  [
    'a title page',
    'Title: **SALT**\nAuthor: Ann\n\nINT. ATTIC - DAY\n\nDust.',
    'INT. ATTIC - DAY Dust.',
  ],
  ['emphasis', 'A **bold** _and_ *calm* ***end***.', 'A bold and calm end.'],
  ['escaped marks', String.raw`Two \*stars\*.`, 'Two *stars*.'],
  ['stars that mark nothing', '2 * 3 * 4', '2 * 3 * 4'],
  ['a note', 'Rain. [[Or snow?]] Wind.', 'Rain. Wind.'],
  ['a boneyard', 'Rain.\n\n/* Old.\n\nOlder. */\n\nWind.', 'Rain. Wind.'],
  ['a scene number', 'INT. ATTIC - DAY #12A#\n\nDust.', 'INT. ATTIC - DAY Dust.'],
  [
    'forced elements',
    '.ATTIC\n\n!LOUD\n\n@McCoy\nHm.\n\n> FADE OUT',
    'ATTIC LOUD McCoy Hm. FADE OUT',
  ],
  ['centred text and songs', '> THE END <\n\n~La la', 'THE END La la'],
  ['sections and synopses', '# Act One\n\n= It begins.\n\nDust.', 'Act One It begins. Dust.'],
  ['a page break', 'One.\n\n===\n\nTwo.', 'One. Two.'],
  ['speeches side by side', 'ANN\nYes.\n\nBEN ^\nNo.', 'ANN Yes. BEN No.'],
])('the preview of %s is what a reader sees', (_what, start, shown) =>
  expect(seen(start)).toBe(shown),
)

test('the preview of a title page alone is its text', () => {
  expect(seen('Title:\n    _**SALT**_\nCredit: by\nAuthor: Ann')).toBe('SALT by Ann')
  expect(seen('Title: SALT\n\n[[Rain?]]\n\n/* Snow. */\n\n===')).toBe('SALT')
})

test('a sentence with a colon is kept', () =>
  expect(seen('Remember: she *never* lies.')).toBe('Remember: she never lies.'))

test.each([
  ['*', '*Rain on the'],
  ['**', '**Rain on the '],
  ['half of **', '**Rain on the*'],
  ['***', '***Rain on the'],
  ['_', '_Rain on the'],
  ['both', '_**Rain on the'],
])('truncated text may close %s emphasis after the cut', (_mark, start) => {
  expect(previewOf(start, true)).toBe('Rain on the')
  expect(seen(start)).not.toBe('Rain on the')
})

test('truncated text without emphasis is unchanged', () =>
  expect(previewOf('Rain on 2 * 3 ro', true)).toBe('Rain on 2 * 3 ro'))
