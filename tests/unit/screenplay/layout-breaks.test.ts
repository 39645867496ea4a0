import { describe, expect, test } from 'vitest'
import { filler, laidOut, leaving, pageTexts } from './pages-text.ts'

/** The last lines of the first page and the first of the second. */
function aroundBreak(fountain: string) {
  const [first = [], second = []] = pageTexts(fountain)
  return { ends: first.slice(-4), begins: second.slice(0, 4) }
}

const SENTENCE = 'The rain falls on the roofs and the old streets of the town.'
const SHORT = 'The rain falls on the roofs.'
/** Two lines, the second of two words. */
const RUNT = 'The rain falls on the roofs and on the old streets of the town there.'

describe('what stays together', () => {
  test('a scene heading goes with what follows it', () => {
    const scene = 'INT. HOUSE - DAY\n\nRain.'
    expect(aroundBreak(leaving(3) + scene).begins).toEqual(['INT. HOUSE - DAY', 'Rain.'])
    expect(aroundBreak(leaving(4) + scene).begins).toEqual([])
  })

  test('so do several headings in a row', () => {
    const { begins } = aroundBreak(`${leaving(5)}INT. HOUSE - DAY\n\nEXT. YARD - DAY\n\nRain.`)
    expect(begins).toEqual(['INT. HOUSE - DAY', 'EXT. YARD - DAY', 'Rain.'])
  })

  test('a long paragraph below a heading is split and the heading stays', () => {
    const { ends, begins } = aroundBreak(
      `${leaving(5)}INT. HOUSE - DAY\n\n${`${SENTENCE} `.repeat(5)}`,
    )
    expect(ends.slice(-3)).toEqual(['INT. HOUSE - DAY', SENTENCE, SENTENCE])
    expect(begins).toHaveLength(3)
  })

  test('one of four lines takes the heading along', () => {
    const script = `${leaving(5)}INT. HOUSE - DAY\n\n${`${SENTENCE} `.repeat(4)}`
    expect(aroundBreak(script).begins[0]).toBe('INT. HOUSE - DAY')
  })

  test('a heading may have a word or two at the end of the page below it', () => {
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

  test('a name goes with what is said', () => {
    expect(aroundBreak(`${leaving(1)}ANN\nYes.`).begins).toEqual(['ANN', 'Yes.'])
  })

  test('two speeches side by side are never split', () => {
    const speech = `${SENTENCE} ${SENTENCE} ${SENTENCE}`
    const { ends, begins } = aroundBreak(`${filler(24)}ANN\n${speech}\n\nBO ^\n${speech}`)
    expect(ends.at(-1)).toBe('Filling line 24.')
    expect(begins[0]).toBe('ANN')
  })

  test('a transition takes along what stands before it', () => {
    expect(aroundBreak(`${filler(27)}> CUT TO:\n\nRain.`)).toMatchObject({
      ends: expect.arrayContaining(['Filling line 26.']),
      begins: ['Filling line 27.', 'CUT TO:', 'Rain.'],
    })
  })

  test('with the heading above that', () => {
    const script = `${filler(24)}INT. HOUSE - DAY\n\n!Rain.\nSnow.\n\n> CUT TO:`
    expect(aroundBreak(script).begins).toEqual(['INT. HOUSE - DAY', 'Rain.', 'Snow.', 'CUT TO:'])
  })

  test('or a part of it where it is all there is on the page', () => {
    const { ends, begins } = aroundBreak(`${`${SENTENCE} `.repeat(54)}\n\n> CUT TO:`)
    expect(ends).toHaveLength(4)
    expect(begins).toEqual([SENTENCE, SENTENCE, 'CUT TO:'])
  })

  test('a transition that the writer puts behind a break may begin a page', () => {
    expect(pageTexts('Rain.\n\n===\n\n> CUT TO:')).toEqual([['Rain.'], ['CUT TO:']])
  })

  test('a heading that the writer puts before a break stays there', () => {
    expect(pageTexts('INT. HOUSE - DAY\n\n===\n\nRain.')).toEqual([['INT. HOUSE - DAY'], ['Rain.']])
  })
})

describe('a paragraph', () => {
  test('is split between sentences, with two lines on each side', () => {
    const { ends, begins } = aroundBreak(`${leaving(3)}${`${SENTENCE} `.repeat(6)}`)
    expect(ends.slice(-3)).toEqual([SENTENCE, SENTENCE, SENTENCE])
    expect(begins).toEqual([SENTENCE, SENTENCE, SENTENCE])
  })

  test('is moved whole where only one line would stay', () => {
    const { begins } = aroundBreak(`${leaving(1)}${SENTENCE} ${SENTENCE} ${SENTENCE}`)
    expect(begins).toEqual([SENTENCE, SENTENCE, SENTENCE])
  })

  test('leaves two lines for the next page', () => {
    const { begins } = aroundBreak(`${leaving(3)}${`${SENTENCE} `.repeat(4)}`)
    expect(begins).toEqual([SENTENCE, SENTENCE])
  })

  test('is moved whole where no sentence ends in time', () => {
    const endless = `${'and so on '.repeat(30)}to the end.`
    expect(aroundBreak(`${leaving(4)}${endless}`).ends.at(-1)).toBe('Filling line 25.')
  })

  test('is broken in the middle of a line where a sentence ends there', () => {
    const { ends, begins } = aroundBreak(
      `${leaving(2)}${SENTENCE} ${SHORT} ${`${SENTENCE} `.repeat(3)}`,
    )
    expect(ends.at(-1)).toBe(SHORT)
    expect(begins[0]).toBe(SENTENCE)
  })

  test('does not end a page with a word or two', () => {
    const { ends } = aroundBreak(`${leaving(2)}${RUNT} ${`${SENTENCE} `.repeat(4)}`)
    expect(ends.at(-1)).toBe('Filling line 26.')
  })

  test('longer than a page goes on over as many as it takes', () => {
    const pages = laidOut(`${SENTENCE} `.repeat(120)).pages
    expect(pages.map(({ rows }) => rows)).toEqual([54, 54, 12])
  })

  test('without an end of a sentence is cut where the page is full', () => {
    const pages = laidOut('and so on '.repeat(700)).pages
    expect(pages[0]?.rows).toBe(54)
    expect(pages.length).toBe(3)
  })
})

describe('a speech', () => {
  const line = 'It rained again on that cold day.'

  test('is split between sentences and says so on both pages', () => {
    const { ends, begins } = aroundBreak(`${leaving(3)}ANN\n${`${line} `.repeat(5)}`)
    expect(ends).toEqual(['ANN', line, line, '(MORE)'])
    expect(begins).toEqual(["ANN (CONT'D)", line, line, line])
  })

  test('(MORE) and the name again stand in the margins and take no line', () => {
    const [first, second] = laidOut(`${leaving(4)}ANN\n${`${line} `.repeat(6)}`).pages
    expect(first?.lines.at(-1)).toMatchObject({ kind: 'more', row: 54, left: 3.5 })
    expect(second?.lines[0]).toMatchObject({ kind: 'continued', row: -1, left: 3.5 })
    expect(second?.lines[1]).toMatchObject({ kind: 'text', row: 0 })
    expect(first?.rows).toBe(54)
  })

  test('keeps what stands behind a name, and is not said to go on twice', () => {
    const { begins } = aroundBreak(`${leaving(4)}ANN (V.O.)\n${`${line} `.repeat(5)}`)
    expect(begins[0]).toBe("ANN (V.O.) (CONT'D)")
    const again = aroundBreak(`${leaving(4)}ANN (CONT'D)\n${`${line} `.repeat(5)}`)
    expect(again.begins[0]).toBe("ANN (CONT'D)")
  })

  test('nobody else is said to go on', () => {
    const texts = pageTexts('ANN\nYes.\n\nRain.\n\nANN\nNo.').flat()
    expect(texts).toEqual(['ANN', 'Yes.', 'Rain.', 'ANN', 'No.'])
  })

  test('is moved whole where only one line would stay', () => {
    expect(aroundBreak(`${leaving(2)}ANN\n${line} ${line} ${line}`).begins[0]).toBe('ANN')
  })

  test('leaves two lines for the next page', () => {
    const { begins } = aroundBreak(`${leaving(4)}ANN\n${`${line} `.repeat(4)}`)
    expect(begins).toEqual(["ANN (CONT'D)", line, line])
  })

  test('is not broken inside two lines', () => {
    const script = `${leaving(4)}ANN\nWell.\n(then)\n${line} ${line}\n(low)\n${line}`
    expect(aroundBreak(script).begins[0]).toBe('ANN')
  })

  test('may be broken before a parenthetical', () => {
    const { ends, begins } = aroundBreak(
      `${leaving(4)}ANN\n${line} ${line}\n(then)\n${line} ${line}`,
    )
    expect(ends).toEqual(['ANN', line, line, '(MORE)'])
    expect(begins).toEqual(["ANN (CONT'D)", '(then)', line, line])
  })

  test('but rather between sentences', () => {
    const script = `${leaving(6)}ANN\n${`${line} `.repeat(4)}\n(then)\n${`${line} `.repeat(3)}`
    expect(aroundBreak(script).begins).toEqual(["ANN (CONT'D)", line, '(then)', line])
  })

  test('but never behind it', () => {
    const { begins } = aroundBreak(`${leaving(3)}ANN\nWell.\n(then)\n${line} ${line}`)
    expect(begins).toEqual(['ANN', 'Well.', '(then)', line])
  })

  test('a parenthetical counts as one of the lines that stay', () => {
    const script = `${leaving(3)}ANN\n(low)\n${`${line} `.repeat(4)}`
    expect(aroundBreak(script).ends).toEqual(['ANN', '(low)', line, '(MORE)'])
  })

  test('takes as many sentences as go on the same last line', () => {
    const said = 'No. It was not me, you know that. All of the facts and none of the taste.'
    const { ends, begins } = aroundBreak(`${leaving(4)}ANN\nWhat?\n(then)\n${said}`)
    expect(ends.slice(-2)).toEqual(['No. It was not me, you know that.', '(MORE)'])
    expect(begins[1]).toBe('All of the facts and none of the')
  })

  test('shares its lines evenly where as many stay', () => {
    const said = 'No. It was not me. All the others said it on that day.'
    const { ends } = aroundBreak(`${leaving(4)}ANN\nWhat?\n(then)\n${said} ${line}`)
    expect(ends.slice(-2)).toEqual(['No.', '(MORE)'])
  })

  test('rather leaves a line free than a scrap for the next page', () => {
    const script = `${leaving(5)}ANN\n${line} ${line} ${line} Gone were those who came and all of it.`
    expect(aroundBreak(script).begins).toEqual([
      "ANN (CONT'D)",
      line,
      'Gone were those who came and all of',
      'it.',
    ])
  })

  test('leaves two lines where they are long ones', () => {
    const script = `${leaving(5)}ANN\n${`${line} `.repeat(5)}`
    expect(aroundBreak(script).begins).toEqual(["ANN (CONT'D)", line, line].slice(0, 3))
  })

  test('goes on below the top of the page, not below an empty line', () => {
    const words = Array.from({ length: 53 }, () => 'word').join('\n')
    const [, second] = laidOut(`ANN\n${words}\n  \n${words}`).pages
    expect(second?.lines[1]).toMatchObject({ row: 0, spans: [{ text: 'word' }] })
  })

  test('over three pages is taken up again on each', () => {
    const pages = laidOut(`ANN\n${`${line} `.repeat(130)}`).pages
    expect(
      pages.map(({ lines }) => lines.map(({ kind }) => kind).filter((kind) => kind !== 'text')),
    ).toEqual([['more'], ['continued', 'more'], ['continued']])
  })

  test('two side by side that no page can hold are cut in both columns', () => {
    const pages = laidOut(`ANN\n${`${line} `.repeat(80)}\n\nBO ^\n${line}`).pages
    expect(pages.map(({ rows }) => rows)).toEqual([54, 47])
    expect(pages[1]?.lines[0]).toMatchObject({ kind: 'continued', left: 2.5 })
    expect(pages[1]?.lines.filter(({ kind }) => kind === 'continued')).toHaveLength(1)
  })
})
