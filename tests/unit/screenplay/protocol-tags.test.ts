import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeTags, unescapeTags } from '../../../screenplay/answers.ts'

test.each([
  ['<scene id="1">', '<\\scene id="1">'],
  ['</scene>', '<\\/scene>'],
  ['</SCRIPT >', '<\\/SCRIPT >'],
  ['<\\text>', '<\\\\text>'],
  ['< / text>', '<\\ / text>'],
  ['<\u200b/target>', '<\\\u200b/target>'],
  ['＜outline>', '＜\\outline>'],
  ['a < b, <b>bold</b>, <3', 'a < b, <b>bold</b>, <3'],
])('%j is escaped as %j', (text, escaped) => {
  expect(escapeTags(text)).toBe(escaped)
  expect(unescapeTags(escaped)).toBe(text)
})

const words = '< ＜ \\ / \u200b > scene SCRIPT text request 🎬 a'.split(' ')
const pieces = fc.constantFrom(' ', '\n', ...words)
const anyText = fc.oneof(
  fc.array(pieces, { maxLength: 60 }).map((some) => some.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

test('any text has no tag left when it is escaped, and comes back unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const escaped = escapeTags(text)
      expect(escaped).not.toMatch(
        /[<＜][\s\p{Cf}/]*(?:example|request|outline|characters|script|scene|text|target)/iu,
      )
      expect(unescapeTags(escaped)).toBe(text.toWellFormed())
    }),
  )
})
