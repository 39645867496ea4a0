import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  headWithin,
  shortenTo,
  tailWithin,
  tokensOf,
} from '../../../../../server/generation/prompt/tokens.ts'
import { sampleScripts } from '../../../../support/documents/sample-scripts.ts'

test('English scripts have about one token for four characters', () => {
  for (const [, text] of sampleScripts) {
    const perToken = text.length / tokensOf(text)
    expect(perToken).toBeGreaterThan(3.2)
    expect(perToken).toBeLessThan(4.2)
  }
})

test.each([
  ['capitals', 'INT. KITCHEN - CONTINUOUS', 1.5, 3],
  ['Russian', 'Дождь стучит в окна.', 1.5, 2.5],
  ['Japanese', '雨が窓を叩いている。', 0.7, 1],
  ['digits', '1234567890', 1.5, 2],
  ['emoji', '🎬🌊', 0.7, 1],
])('%s have fewer characters to a token', (_name, text, least, most) => {
  expect(text.length / tokensOf(text)).toBeGreaterThan(least)
  expect(text.length / tokensOf(text)).toBeLessThan(most)
})

const anyText = fc.string({ unit: 'grapheme', maxLength: 300 })
const anyTokens = fc.double({ min: 0, max: 200, noNaN: true })

test('any two texts together have the tokens of both', () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      expect(tokensOf(a + b)).toBeCloseTo(tokensOf(a) + tokensOf(b))
    }),
  )
})

test('a cut text fits, is well-formed, and is cut only if it has to be', () => {
  fc.assert(
    fc.property(anyText, anyTokens, (text, tokens) => {
      const whole = text.toWellFormed()
      for (const cut of [headWithin, tailWithin, shortenTo]) {
        const shown = cut(whole, tokens)
        expect(tokensOf(shown)).toBeLessThanOrEqual(tokens + 1e-6)
        expect(shown.isWellFormed()).toBe(true)
      }
      expect(shortenTo(whole, tokensOf(whole))).toBe(whole)
      expect(whole.startsWith(headWithin(whole, tokens))).toBe(true)
      expect(whole.endsWith(tailWithin(whole, tokens))).toBe(true)
    }),
  )
})
