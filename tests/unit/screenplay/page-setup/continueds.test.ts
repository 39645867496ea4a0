import { describe, expect, test } from 'vitest'
import { fdxOf, importScript } from '../../../../screenplay/formats.ts'
import { layout, lineText, relayout } from '../../../../screenplay/layout.ts'
import { parse, reparse } from '../../../../screenplay/model.ts'
import { filler, laidOut, leaving } from '../generators/pages-text.ts'

const cuesOf = (pages: ReturnType<typeof layout>) =>
  pages.pages.flatMap(({ lines }) =>
    lines
      .filter(({ element, kind }) => element.type === 'character' && kind === 'text')
      .map(lineText),
  )

const CUE = /^@?\w+(?: [(^].*)?$/

/** The printed cues of speeches with these names; other lines are written as they are. */
function cues(...lines: string[]): string[] {
  const script = lines.map((line) => (CUE.test(line) ? `${line}\nYes.` : line))
  return cuesOf(laidOut(script.join('\n\n')))
}

describe("a cue gets (CONT'D)", () => {
  test('if its character was the last to speak', () =>
    expect(cues('ANN', 'Rain.', 'ANN', 'BO', 'ANN')).toEqual(['ANN', "ANN (CONT'D)", 'BO', 'ANN']))

  test('whatever else is in between, except a scene heading', () => {
    expect(cues('ANN', '> CUT TO:', '===', '# Act', '[[a note]]', 'ANN')).toEqual([
      'ANN',
      "ANN (CONT'D)",
    ])
    expect(cues('ANN', 'INT. BAR - DAY', 'ANN')).toEqual(['ANN', 'ANN'])
  })

  test('whatever the extensions', () => {
    expect(cues('ANN', 'ANN (O.S.)', '@Ann')).toEqual([
      'ANN',
      "ANN (O.S.) (CONT'D)",
      "ANN (CONT'D)",
    ])
    expect(cues('ANN (O.S.) (V.O.)', 'ANN')).toEqual(['ANN (O.S.) (V.O.)', "ANN (CONT'D)"])
  })

  test('but not to or after a cue with exactly (V.O.)', () =>
    expect(cues('ANN', 'ANN (V.O.)', 'ANN')).toEqual(['ANN', 'ANN (V.O.)', 'ANN']))

  test('after a dual dialogue, for both of its characters', () => {
    expect(cues('ANN', 'BO ^', 'ANN')).toEqual(['ANN', 'BO', "ANN (CONT'D)"])
    expect(cues('ANN', 'BO ^', 'BO')).toEqual(['ANN', 'BO', "BO (CONT'D)"])
  })

  test('on either side of a dual dialogue', () => {
    expect(cues('BO', 'ANN', 'BO ^')).toEqual(['BO', 'ANN', "BO (CONT'D)"])
    expect(cues('CY', 'BO', 'ANN ^', 'ANN', 'BO ^')).toEqual([
      'CY',
      'BO',
      'ANN',
      "ANN (CONT'D)",
      "BO (CONT'D)",
    ])
  })

  test.each(["ANN (CONT'D)", 'ANN (CONT’D)', 'ANN (cont.)', 'ANN (continued)'])(
    'only once: %s',
    (typed) => {
      expect(cues('ANN', typed)).toEqual(['ANN', typed.toUpperCase()])
    },
  )

  test('behind the cue of a page break only once too', () => {
    const pages = laidOut(
      `ANN\nYes.\n\n${leaving(7)}ANN\n${'It rained on that cold day. '.repeat(9)}`,
    )
    expect(cuesOf(pages)).toEqual(['ANN', "ANN (CONT'D)"])
    expect(lineText(pages.pages[1]!.lines[0]!)).toBe("ANN (CONT'D)")
  })
})

const SETUP = (setup: string) => `Page Setup: ${setup}\n\n`
const TWICE = 'ANN\nYes.\n\nANN\nNo.\n'

test('it can be switched off', () =>
  expect(cuesOf(laidOut(SETUP('no continueds') + TWICE))).toEqual(['ANN', 'ANN']))

test('both texts can be others', () => {
  const setup = SETUP('more "(mehr)"; continued "(weiter)"')
  expect(cuesOf(laidOut(setup + TWICE))).toEqual(['ANN', 'ANN (weiter)'])
  expect(cuesOf(laidOut(`${setup}ANN\nYes.\n\nANN (weiter)\nNo.`))).toEqual(['ANN', 'ANN (WEITER)'])
  const { pages } = laidOut(`${setup}${leaving(4)}ANN\n${'It rained. '.repeat(20)}`)
  expect(lineText(pages[0]!.lines.at(-1)!)).toBe('(mehr)')
  expect(lineText(pages[1]!.lines[0]!)).toBe('ANN (weiter)')
})

test('it follows who speaks on a page before', () => {
  const script = `ANN\nYes.\n\n${filler(40)}ANN\nNo.\n\n${filler(60)}`
  const before = layout(parse(script))
  expect(cuesOf(before)).toEqual(['ANN', "ANN (CONT'D)"])
  const after = relayout(before, reparse(before.screenplay, script.replace('ANN', 'BOB')))
  expect(cuesOf(after)).toEqual(['BOB', 'ANN'])
})

test('import drops what layout adds, and nothing else', async () => {
  const script = "ANN\nYes.\n\nANN (O.S.) (CONT'D)\nNo.\n\nBO (CONT'D)\nOh.\n"
  const file = await fdxOf(parse(script))
  const fdx = file.replace('<Text>BO</Text>', "<Text>BO (CONT'D)</Text>")
  const typed = fdx.replace('<Text>ANN (O.S.)</Text>', "<Text>ANN (O.S.) (CONT'D)</Text>")
  const { text } = await importScript(new TextEncoder().encode(typed), 'script.fdx')
  const names = parse(text).elements.filter(({ type }) => type === 'character')
  expect(names.map((cue) => cue.text)).toEqual(['ANN', 'ANN (O.S.)', "BO (CONT'D)"])
})
