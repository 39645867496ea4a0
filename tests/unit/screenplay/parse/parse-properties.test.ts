import { assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { plainText, spansOf, parse, write } from '../../../../screenplay/model.ts'
import { runs } from '../../../support/rounds.ts'
import { anyText } from '../generators/any-text.ts'

test('any text is parsed into contiguous ranges with their lines, and written back byte for byte', () => {
  assert(
    property(anyText, (source) => {
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
    runs('script-parsing'),
  )
})

test('emphasis never loses a character', () => {
  assert(
    property(anyText, (text) => {
      const letters = (of: string) => of.replace(/[^\p{L}\p{N}\s]/gu, '')
      expect(letters(plainText(text))).toBe(letters(text))
      expect(spansOf(text).every((span) => span.text !== '')).toBe(true)
    }),
    runs('script-parsing'),
  )
})
