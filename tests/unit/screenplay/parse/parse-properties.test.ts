import { expect, test } from 'vitest'
import { plainText, spansOf, parse, write } from '../../../../screenplay/model.ts'
import { anyText } from '../generators/any-text.ts'
import { forAny } from '../../../support/any-input.ts'

test(
  'any text is parsed into contiguous ranges with their lines, and written back byte for byte',
  forAny('script-parsing', anyText, (source) => {
    const { titlePage, elements } = parse(source)
    expect(write({ source, titlePage, elements })).toBe(source)
    const parts = [...titlePage, ...elements]
    let at = parts[0]?.start ?? source.length
    expect(source.slice(0, at).trim()).toBe('')
    for (const part of parts) {
      expect(part.start).toBe(at)
      expect(part.contentEnd).toBeGreaterThan(part.start)
      expect(source.slice(part.contentEnd, part.end).trim()).toBe('')
      expect(part.line).toBe(source.slice(0, part.start).split(/\r\n|[\r\n]/).length)
      at = part.end
    }
    expect(at).toBe(source.length)
  }),
)

test(
  'emphasis never loses a character',
  forAny('script-parsing', anyText, (text) => {
    const letters = (of: string) => of.replace(/[^\p{L}\p{N}\s]/gu, '')
    expect(letters(plainText(text))).toBe(letters(text))
    expect(spansOf(text).every((span) => span.text !== '')).toBe(true)
  }),
)
