import { describe, expect, test } from 'vitest'
import { wrapped } from '../generators/pages-text.ts'

const cells = (count: number) => 'x'.repeat(count)

describe('greedy wrapping', () => {
  test('inner double spaces count, trailing spaces do not', () => {
    expect(wrapped(`ANN\n${cells(30)}.  aaa ${cells(30)}`)).toEqual([
      'ANN',
      `${cells(30)}.`,
      `aaa ${cells(30)}`,
    ])
    expect(wrapped(`ANN\n${cells(30)}. aaa ${cells(30)}`)[1]).toBe(`${cells(30)}. aaa`)
    expect(wrapped(`ANN\n${cells(35)}   b`)).toEqual(['ANN', cells(35), 'b'])
  })

  test('a word may break after an inner hyphen or dash', () => {
    expect(wrapped(`ANN\n${cells(28)} well-known`)[1]).toBe(`${cells(28)} well-`)
    expect(wrapped(`ANN\n${cells(28)} well—known`)[1]).toBe(`${cells(28)} well—`)
    expect(wrapped(`ANN\n${cells(28)} well--known`)[1]).toBe(`${cells(28)} well--`)
  })

  test('a word never breaks before a hyphen, or if no letter follows', () => {
    expect(wrapped(`ANN\n${cells(30)} a-"bcdef"`)).toEqual(['ANN', cells(30), 'a-"bcdef"'])
    expect(wrapped(`ANN\n${cells(30)} -abcdef`)).toEqual(['ANN', cells(30), '-abcdef'])
  })

  test('a trailing hyphen may hang in the margin', () => {
    expect(wrapped(`ANN\n${cells(30)} well-known`)[1]).toBe(`${cells(30)} well-`)
    expect(wrapped(`ANN\n${cells(31)} well-known`)[1]).toBe(cells(31))
  })

  test('a double hyphen after a word is split if the first hyphen fits', () =>
    expect(wrapped(`ANN\n${cells(30)} well--`)).toEqual(['ANN', `${cells(30)} well-`, '-']))

  test('a standalone double hyphen is split only if the next line gains a word', () => {
    const before = `${cells(16)} ${cells(17)}`
    expect(wrapped(`ANN\n${before} -- ${cells(33)} b`)).toEqual([
      'ANN',
      `${before} -`,
      `- ${cells(33)}`,
      'b',
    ])
    expect(wrapped(`ANN\n${before} -- ${cells(10)}`)).toEqual(['ANN', before, `-- ${cells(10)}`])
  })

  test('a word longer than a line is cut', () =>
    expect(wrapped(`ANN\n${cells(80)} b`)).toEqual(['ANN', cells(35), cells(35), `${cells(10)} b`]))

  test('indents and explicit line breaks are kept', () => {
    expect(wrapped('!    indented\nnext')).toEqual(['    indented', 'next'])
    expect(wrapped('!\tindented')).toEqual(['    indented'])
  })

  test('a no-break space does not break', () =>
    expect(wrapped(`ANN\n${cells(32)} a\u00a0bcd`)[1]).toBe(cells(32)))
})

describe('other writing systems', () => {
  test('Greek and Cyrillic letters take one cell each', () => {
    expect(wrapped(`ANN\n${'ж'.repeat(33)} a`)).toHaveLength(2)
    expect(wrapped(`ANN\n${'ω'.repeat(34)} a`)).toHaveLength(3)
  })

  test('Chinese characters take two cells, and lines may break between them', () => {
    expect(wrapped(`ANN\n${'雨'.repeat(18)}`)).toEqual(['ANN', '雨'.repeat(17), '雨'])
    expect(wrapped(`ANN\n${'雨'.repeat(17)}。`)).toEqual(['ANN', '雨'.repeat(16), '雨。'])
  })

  test.each([
    ['a full stop', '。'],
    ['a closing bracket behind a full stop', '。」'],
    ['a comma in a narrow script', ','],
    ['a closing quotation mark', '”'],
    ['a small kana', 'っ'],
    ['a length mark', 'ー'],
    ['an iteration mark', '々'],
    ['a middle dot', '・'],
  ])('no line of Chinese or Japanese starts with %s', (_name, mark) => {
    const [, first, second] = wrapped(`ANN\nx${'雨'.repeat(17)}${mark}雨`)
    expect([first, second]).toEqual([`x${'雨'.repeat(16)}`, `雨${mark}雨`])
  })

  test.each([
    ['「', 'x'],
    ['（', 'x'],
    ['《', 'x'],
    ['(', 'xx'],
    ['“', 'xx'],
  ])('no line of Chinese or Japanese ends with %s', (mark, before) => {
    const start = `${before}${'雨'.repeat(16)}`
    expect(wrapped(`ANN\n${start}${mark}雨雨」`)).toEqual(['ANN', start, `${mark}雨雨」`])
  })

  test('a line may break between Chinese and Latin words, but not inside a Latin word', () =>
    expect(wrapped(`ANN\n${'雨'.repeat(16)}rain雨`)).toEqual(['ANN', '雨'.repeat(16), 'rain雨']))

  test('a line of closing marks that is longer than a line is cut', () =>
    expect(wrapped(`ANN\n雨${'。'.repeat(20)}`)).toEqual([
      'ANN',
      `雨${'。'.repeat(16)}`,
      '。'.repeat(4),
    ]))

  test('an ideographic space is a space of two cells, and not printed where a line breaks', () => {
    expect(wrapped(`ANN\n${'雨'.repeat(17)}\u3000雨`)).toEqual(['ANN', '雨'.repeat(17), '雨'])
    expect(wrapped(`!\u3000\u3000${'雨'.repeat(29)}`)).toHaveLength(2)
  })

  test('an emoji takes two cells and is never cut, even a joined sequence', () => {
    const family = '👩‍👩‍👧‍👦'
    expect(wrapped(`ANN\n${family.repeat(18)}`)).toEqual(['ANN', family.repeat(17), family])
  })

  test('a combining mark takes no cell and stays with its letter', () => {
    const letter = 'e\u0301'
    expect(wrapped(`ANN\n${letter.repeat(36)}`)).toEqual(['ANN', letter.repeat(35), letter])
  })

  test('zero-width characters take no cell', () => {
    expect(wrapped(`ANN\n${'x\u200d'.repeat(35)}`)).toHaveLength(2)
    expect(wrapped(`ANN\n${`${'x'.repeat(5)}\u2060`.repeat(7)}`)).toHaveLength(2)
  })

  test('Arabic and Hebrew letters take one cell each', () => {
    expect(wrapped(`ANN\n${'ש'.repeat(33)} ם`)).toHaveLength(2)
    expect(wrapped(`ANN\n${'م'.repeat(34)} م`)).toHaveLength(3)
  })

  test('right-to-left text is wrapped in reading order; vowel points and marks take no cell', () => {
    const word = 'שָׁלוֹם'
    const lines = wrapped(`ANN\n${Array.from({ length: 9 }, () => word).join(' ')}\u200f`)
    expect(lines).toEqual([
      'ANN',
      Array.from({ length: 7 }, () => word).join(' '),
      `${word} ${word}\u200f`,
    ])
  })
})
