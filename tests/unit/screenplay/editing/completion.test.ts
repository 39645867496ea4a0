import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completionsAt, type PendingType } from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'
import { anyText } from '../generators/any-text.ts'
import { marked } from './cursor.ts'
import { forAny } from '../../../support/any-input.ts'

const SCRIPT = `INT. KITCHEN - DAY

ANN
Hi.

BO
Hi.

ZED
No.

EXT. GARDEN - NIGHT

ZED (V.O.)
Rain.

SMASH CUT TO:

INT. KITCHEN - PANTRY - DAY

ANN
Where?

BO (on the phone)
Here.

CY
What?

`

/** The text that the completions at the cursor replace, followed by the completions, best first. */
const offered = (text: string, pending?: PendingType): string[] | null => {
  const { screenplay, selection } = marked(text)
  const found = completionsAt(screenplay, selection.head, pending)
  if (!found) return null
  const replaced = screenplay.source.slice(found.from, found.to)
  return [replaced, ...found.options.map((option) => option.text)]
}

describe('completions', () => {
  test.each<[string, string, string[] | null, PendingType?]>([
    ['intros on an empty heading', '|', ['', 'INT. ', 'EXT. '], 'scene-heading'],
    ['intros while typing', 'IN|', ['IN', 'INT. ', 'INT./EXT. ']],
    ['the locations, most frequent first', 'INT. |', ['', 'KITCHEN', 'GARDEN', 'KITCHEN - PANTRY']],
    ['a location by its first letters', 'int. ga|', ['ga', 'GARDEN']],
    ['the parts of a location, then times', 'INT. KITCHEN - |', ['', 'PANTRY', 'DAY', 'NIGHT']],
    ['times by their first letters', 'INT. GARDEN - M|', ['M', 'MORNING', 'MOMENTS LATER']],
    [
      'the previous speaker but one, then the last',
      '|',
      ['', 'BO', 'CY', 'ANN', 'ZED'],
      'character',
    ],
    ['a character by its first letters', 'A|', ['A', 'ANN'], 'character'],
    ['a character on a new line in capitals', 'ZE|', ['ZE', 'ZED']],
    ['a character after the forcing mark', '@ze|', ['ze', 'ZED']],
    [
      'extensions, the own ones first',
      'BO (|',
      ['(', '(V.O.)', '(on the phone)', '(O.S.)'],
      'character',
    ],
    ['before a closing parenthesis', 'BO (V|)', ['(V)', '(V.O.)'], 'character'],
    ["(CONT'D) for who asks for it", 'BO (C|', ['(C', "(CONT'D)"], 'character'],
    ['transitions, the own ones first', '|', ['', 'SMASH CUT TO:', 'CUT TO:'], 'transition'],
    ['transitions after the forcing mark', '> FADE O|', ['FADE O', 'FADE OUT.']],
    ['transitions on a new line in capitals', 'DISS|', ['DISS', 'DISSOLVE TO:']],
    ['nothing for a word of action', 'In|', null],
    ['nothing for a single capital', 'I|', null],
    ['nothing on a later line of a paragraph', 'He sits.\nZE|', null],
    ['nothing inside a line', 'ZE| sits', null],
    ['nothing in dialogue', 'ANN\nZE|', null],
    ['nothing that is complete already', 'ZED|', null, 'character'],
  ])('%s', (_what, line, options, pending) => {
    const found = offered(SCRIPT + line, pending)
    expect(found && found.slice(0, options?.length)).toEqual(options)
  })

  test("the script's own (CONT'D) is not offered either", () =>
    expect(offered("BO (CONT'D)\nHi.\n\nBO (|", 'character')).toEqual([
      '(',
      '(V.O.)',
      '(O.S.)',
      '(O.C.)',
    ]))

  test('headings typed in small letters are offered as they are printed', () => {
    const script = 'int. tram - noon\n\nRain.\n\n'
    expect(offered(`${script}INT. |`)).toEqual(['', 'TRAM'])
    expect(offered(`${script}INT. TRAM - n|`)).toEqual(['n', 'NOON', 'NIGHT'])
  })

  test('a name that is being typed is not offered', () =>
    expect(offered('ANN\nHi.\n\nAN|\nHello.', undefined)).toEqual(['AN', 'ANN']))
})

test(
  'completions of any text replace what was typed by something longer',
  forAny('script-keys', anyText, fc.nat(), (source, seed) => {
    const at = seed % (source.length + 1)
    const found = completionsAt(parse(source), at, 'character')
    const { from = at, to = at, options = [] } = found ?? {}
    expect(from).toBeLessThanOrEqual(at)
    expect(to).toBeGreaterThanOrEqual(at)
    const typed = source.slice(from, at).toUpperCase()
    expect(options.every(({ text }) => text.toUpperCase().startsWith(typed))).toBe(true)
  }),
)
