import { describe, expect, test } from 'vitest'
import { formatEighths, eighthsOf, pageOf, runningTime } from '../../../../screenplay/layout.ts'
import { filler, laidOut } from '../generators/pages-text.ts'

describe('script length', () => {
  test('is counted in eighths of a page, rounded up', () => {
    expect(eighthsOf(laidOut(''))).toBe(0)
    expect(eighthsOf(laidOut('Rain.'))).toBe(1)
    expect(eighthsOf(laidOut(filler(4)))).toBe(2)
    expect(eighthsOf(laidOut(filler(27)))).toBe(8)
    expect(eighthsOf(laidOut(filler(55)))).toBe(17)
  })

  test.each([
    [0, '0'],
    [5, '5/8'],
    [8, '1'],
    [17, '2 1/8'],
  ])('%i eighths are formatted as %s', (eighths, text) => expect(formatEighths(eighths)).toBe(text))

  test('a page takes about a minute', () => {
    expect(runningTime(laidOut(filler(27)))).toBe(60)
    expect(runningTime(laidOut('Rain.'))).toBe(8)
  })
})

describe('the page of an element', () => {
  test('is the one it starts on', () => {
    const pages = laidOut(`${filler(27)}Rain.\n\n# Act two\n\n===\n\nINT. HOUSE - DAY\n\nSun.`)
    const page = (text: string) =>
      pages.screenplay.elements
        .filter((element) => element.text === text)
        .map((element) => pageOf(pages, element))
    expect(page('Filling line 1.')).toEqual([1])
    expect(page('Rain.')).toEqual([2])
    expect(page('INT. HOUSE - DAY')).toEqual([3])
    // An unprinted element belongs to the element after it.
    expect(page('Act two')).toEqual([3])
  })

  test('is undefined without pages or for an element of another script', () => {
    const empty = laidOut('# Act')
    expect(empty.screenplay.elements.map((element) => pageOf(empty, element))).toEqual([undefined])
    const [stranger] = laidOut('Rain.').screenplay.elements
    expect(stranger && pageOf(laidOut('Rain.'), stranger)).toBe(undefined)
  })
})
