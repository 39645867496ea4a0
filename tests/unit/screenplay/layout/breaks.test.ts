import { describe, expect, test } from 'vitest'
import { filler, laidOut, leaving, pageTexts } from '../generators/pages-text.ts'

/** The last lines of the first page and the first lines of the second. */
function aroundBreak(fountain: string) {
  const [first = [], second = []] = pageTexts(fountain)
  return { ends: first.slice(-4), begins: second.slice(0, 4) }
}

const SENTENCE = 'The rain falls on the roofs and the old streets of the town.'
const SHORT = 'The rain falls on the roofs.'
/** Two lines; the second has two words. */
const RUNT = 'The rain falls on the roofs and on the old streets of the town there.'

describe('keeping blocks together', () => {
  test('a scene heading stays with the next block', () => {
    const scene = 'INT. HOUSE - DAY\n\nRain.'
    expect(aroundBreak(leaving(3) + scene).begins).toEqual(['INT. HOUSE - DAY', 'Rain.'])
    expect(aroundBreak(leaving(4) + scene).begins).toEqual([])
  })

  test('so do consecutive headings', () => {
    const { begins } = aroundBreak(`${leaving(5)}INT. HOUSE - DAY\n\nEXT. YARD - DAY\n\nRain.`)
    expect(begins).toEqual(['INT. HOUSE - DAY', 'EXT. YARD - DAY', 'Rain.'])
  })

  test('a long paragraph below a heading is split, and the heading stays', () => {
    const { ends, begins } = aroundBreak(
      `${leaving(5)}INT. HOUSE - DAY\n\n${`${SENTENCE} `.repeat(5)}`,
    )
    expect(ends.slice(-3)).toEqual(['INT. HOUSE - DAY', SENTENCE, SENTENCE])
    expect(begins).toHaveLength(3)
  })

  test('a paragraph of four lines moves with its heading', () => {
    const script = `${leaving(5)}INT. HOUSE - DAY\n\n${`${SENTENCE} `.repeat(4)}`
    expect(aroundBreak(script).begins[0]).toBe('INT. HOUSE - DAY')
  })

  test('a page may end with a short line below a heading', () => {
    const script = `${leaving(5)}INT. HOUSE - DAY\n\n${RUNT} ${`${SENTENCE} `.repeat(4)}`
    expect(aroundBreak(script).ends.at(-1)).toBe('town there.')
  })

  test('a heading of many lines is not split', () => {
    const heading = `INT. HOUSE. ${'A ROOM. '.repeat(30)}`
    expect(aroundBreak(`${leaving(4)}${heading}\n\nRain.`).ends.at(-1)).toBe('Filling line 25.')
  })

  test('nor is a transition', () => {
    const transition = `> CUT. CUT. CUT. CUT. CUT. CUT. CUT. CUT. CUT. CUT. CUT. CUT. CUT TO:`
    const { begins } = aroundBreak(`${leaving(4)}${transition}`)
    expect(begins[0]).toBe('Filling line 25.')
  })

  test('a cue stays with its dialogue', () =>
    expect(aroundBreak(`${leaving(1)}ANN\nYes.`).begins).toEqual(['ANN', 'Yes.']))

  test('dual dialogue is never split', () => {
    const speech = `${SENTENCE} ${SENTENCE} ${SENTENCE}`
    const { ends, begins } = aroundBreak(`${filler(24)}ANN\n${speech}\n\nBO ^\n${speech}`)
    expect(ends.at(-1)).toBe('Filling line 24.')
    expect(begins[0]).toBe('ANN')
  })

  test('a transition moves with the previous block', () =>
    expect(aroundBreak(`${filler(27)}> CUT TO:\n\nRain.`)).toMatchObject({
      ends: expect.arrayContaining(['Filling line 26.']),
      begins: ['Filling line 27.', 'CUT TO:', 'Rain.'],
    }))

  test('and with the heading above that block', () => {
    const script = `${filler(24)}INT. HOUSE - DAY\n\n!Rain.\nSnow.\n\n> CUT TO:`
    expect(aroundBreak(script).begins).toEqual(['INT. HOUSE - DAY', 'Rain.', 'Snow.', 'CUT TO:'])
  })

  test('or with its end if that block fills the page', () => {
    const { ends, begins } = aroundBreak(`${`${SENTENCE} `.repeat(54)}\n\n> CUT TO:`)
    expect(ends).toHaveLength(4)
    expect(begins).toEqual([SENTENCE, SENTENCE, 'CUT TO:'])
  })

  test('a transition after a page break may start a page', () =>
    expect(pageTexts('Rain.\n\n===\n\n> CUT TO:')).toEqual([['Rain.'], ['CUT TO:']]))

  test('a heading before a page break stays there', () =>
    expect(pageTexts('INT. HOUSE - DAY\n\n===\n\nRain.')).toEqual([
      ['INT. HOUSE - DAY'],
      ['Rain.'],
    ]))
})

describe('a paragraph', () => {
  test('is split between sentences, with two lines on each side', () => {
    const { ends, begins } = aroundBreak(`${leaving(3)}${`${SENTENCE} `.repeat(6)}`)
    expect(ends.slice(-3)).toEqual([SENTENCE, SENTENCE, SENTENCE])
    expect(begins).toEqual([SENTENCE, SENTENCE, SENTENCE])
  })

  test('moves as a whole if only one line would stay', () => {
    const { begins } = aroundBreak(`${leaving(1)}${SENTENCE} ${SENTENCE} ${SENTENCE}`)
    expect(begins).toEqual([SENTENCE, SENTENCE, SENTENCE])
  })

  test('leaves two lines for the next page', () => {
    const { begins } = aroundBreak(`${leaving(3)}${`${SENTENCE} `.repeat(4)}`)
    expect(begins).toEqual([SENTENCE, SENTENCE])
  })

  test('moves as a whole if no sentence ends in time', () => {
    const endless = `${'and so on '.repeat(30)}to the end.`
    expect(aroundBreak(`${leaving(4)}${endless}`).ends.at(-1)).toBe('Filling line 25.')
  })

  test('is split in the middle of a line if a sentence ends there', () => {
    const { ends, begins } = aroundBreak(
      `${leaving(2)}${SENTENCE} ${SHORT} ${`${SENTENCE} `.repeat(3)}`,
    )
    expect(ends.at(-1)).toBe(SHORT)
    expect(begins[0]).toBe(SENTENCE)
  })

  test('does not end a page with a very short line', () => {
    const { ends } = aroundBreak(`${leaving(2)}${RUNT} ${`${SENTENCE} `.repeat(4)}`)
    expect(ends.at(-1)).toBe('Filling line 26.')
  })

  test('that is longer than a page continues on as many as needed', () => {
    const pages = laidOut(`${SENTENCE} `.repeat(120)).pages
    expect(pages.map(({ rows }) => rows)).toEqual([54, 54, 12])
  })

  test('without a sentence end is cut where the page is full', () => {
    const pages = laidOut('and so on '.repeat(700)).pages
    expect(pages[0]?.rows).toBe(54)
    expect(pages.length).toBe(3)
  })
})

describe('a speech', () => {
  const line = 'It rained again on that cold day.'

  test("is split between sentences, with (MORE) and (CONT'D)", () => {
    const { ends, begins } = aroundBreak(`${leaving(3)}ANN\n${`${line} `.repeat(5)}`)
    expect(ends).toEqual(['ANN', line, line, '(MORE)'])
    expect(begins).toEqual(["ANN (CONT'D)", line, line, line])
  })

  test('prints (MORE) and the repeated cue in the margins, using no lines', () => {
    const [first, second] = laidOut(`${leaving(4)}ANN\n${`${line} `.repeat(6)}`).pages
    expect(first?.lines.at(-1)).toMatchObject({ kind: 'more', row: 54, left: 3.5 })
    expect(second?.lines[0]).toMatchObject({ kind: 'continued', row: -1, left: 3.5 })
    expect(second?.lines[1]).toMatchObject({ kind: 'text', row: 0 })
    expect(first?.rows).toBe(54)
  })

  test("keeps the extension of its cue, and adds (CONT'D) only once", () => {
    const { begins } = aroundBreak(`${leaving(4)}ANN (V.O.)\n${`${line} `.repeat(5)}`)
    expect(begins[0]).toBe("ANN (V.O.) (CONT'D)")
    const again = aroundBreak(`${leaving(4)}ANN (CONT'D)\n${`${line} `.repeat(5)}`)
    expect(again.begins[0]).toBe("ANN (CONT'D)")
  })

  test('moves as a whole if only one line would stay', () =>
    expect(aroundBreak(`${leaving(2)}ANN\n${line} ${line} ${line}`).begins[0]).toBe('ANN'))

  test('leaves two lines for the next page', () => {
    const { begins } = aroundBreak(`${leaving(4)}ANN\n${`${line} `.repeat(4)}`)
    expect(begins).toEqual(["ANN (CONT'D)", line, line])
  })

  test('is not split inside a part of two lines', () => {
    const script = `${leaving(3)}ANN\n${line} ${line}\n(low)\n${line}`
    expect(aroundBreak(script).begins).toEqual(["ANN (CONT'D)", '(low)', line])
  })

  test('may be split before a parenthetical', () => {
    const { ends, begins } = aroundBreak(
      `${leaving(4)}ANN\n${line} ${line}\n(then)\n${line} ${line}`,
    )
    expect(ends).toEqual(['ANN', line, line, '(MORE)'])
    expect(begins).toEqual(["ANN (CONT'D)", '(then)', line, line])
  })

  test('prefers a split between sentences', () => {
    const script = `${leaving(6)}ANN\n${`${line} `.repeat(4)}\n(then)\n${`${line} `.repeat(3)}`
    expect(aroundBreak(script).begins).toEqual(["ANN (CONT'D)", line, '(then)', line])
  })

  test('is split after a parenthetical only where nothing else fits', () => {
    const { ends, begins } = aroundBreak(`${leaving(3)}ANN\nWell.\n(then)\n${line} ${line}`)
    expect(ends).toEqual(['ANN', 'Well.', '(then)', '(MORE)'])
    expect(begins).toEqual(["ANN (CONT'D)", line, line])
    const other = aroundBreak(`${leaving(4)}ANN\nWell.\nOh.\n(then)\n${line} ${line}`)
    expect(other.begins).toEqual(["ANN (CONT'D)", '(then)', line, line])
  })

  test('is not split between its cue and a parenthetical alone', () =>
    expect(aroundBreak(`${leaving(2)}ANN\n(then)\n${line} ${line}`).begins[0]).toBe('ANN'))

  test('counts a parenthetical as one of the lines that stay', () => {
    const script = `${leaving(3)}ANN\n(low)\n${`${line} `.repeat(4)}`
    expect(aroundBreak(script).ends).toEqual(['ANN', '(low)', line, '(MORE)'])
  })

  test('keeps as many sentences as fit on the last line', () => {
    const said = 'No. It was not me, you know that. All of the facts and none of the taste.'
    const { ends, begins } = aroundBreak(`${leaving(4)}ANN\nWhat?\n(then)\n${said}`)
    expect(ends.slice(-2)).toEqual(['No. It was not me, you know that.', '(MORE)'])
    expect(begins[1]).toBe('All of the facts and none of the')
  })

  test('prefers the more even split if equally many lines stay', () => {
    const said = 'No. It was not me. All the others said it on that day.'
    const { ends } = aroundBreak(`${leaving(4)}ANN\nWhat?\n(then)\n${said} ${line}`)
    expect(ends.slice(-2)).toEqual(['No.', '(MORE)'])
  })

  test('leaves a line free rather than a tiny continuation', () => {
    const script = `${leaving(5)}ANN\n${line} ${line} ${line} Gone were those who came and all of it.`
    expect(aroundBreak(script).begins).toEqual([
      "ANN (CONT'D)",
      line,
      'Gone were those who came and all of',
      'it.',
    ])
  })

  test('may leave two lines if they are long', () => {
    const script = `${leaving(5)}ANN\n${`${line} `.repeat(5)}`
    expect(aroundBreak(script).begins).toEqual(["ANN (CONT'D)", line, line].slice(0, 3))
  })

  test('continues at the top of the page without an empty line', () => {
    const words = Array.from({ length: 53 }, () => 'word').join('\n')
    const [, second] = laidOut(`ANN\n${words}\n  \n${words}`).pages
    expect(second?.lines[1]).toMatchObject({ row: 0, spans: [{ text: 'word' }] })
  })

  test('repeats its cue on each of three pages', () => {
    const pages = laidOut(`ANN\n${`${line} `.repeat(130)}`).pages
    expect(
      pages.map(({ lines }) => lines.map(({ kind }) => kind).filter((kind) => kind !== 'text')),
    ).toEqual([['more'], ['continued', 'more'], ['continued']])
  })

  test('dual dialogue that fits on no page is cut in both columns', () => {
    const pages = laidOut(`ANN\n${`${line} `.repeat(80)}\n\nBO ^\n${line}`).pages
    expect(pages.map(({ rows }) => rows)).toEqual([54, 47])
    expect(pages[1]?.lines[0]).toMatchObject({ kind: 'continued', left: 2.7875 })
    expect(pages[1]?.lines.filter(({ kind }) => kind === 'continued')).toHaveLength(1)
  })

  test('a continued cue is cut at the edge of the paper, however long the name is', () => {
    const { pages } = laidOut(`@${'Anna '.repeat(2_000)}\n${'Yes. '.repeat(4_000)}`)
    const continued = pages.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'continued'))
    const lengths = continued.map(({ spans }) => spans.map(({ text }) => text).join('').length)
    expect(pages.length).toBeGreaterThan(10)
    expect(Math.max(...lengths)).toBeLessThan(80)
  })
})
