import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskSecret } from '../../../../server/ai/provider/provider-error.ts'
import { runs } from '../../../support/rounds.ts'

test('a secret is hidden, whole or in part, in capitals or not', () => {
  expect(maskSecret('wrong key sk-12345678!', 'sk-12345678', 6)).toBe('wrong key [hidden]!')
  expect(maskSecret('ends with 345678.', 'sk-12345678', 6)).toBe('ends with [hidden].')
  expect(maskSecret('SK-12345678', 'sk-12345678', 6)).toBe('[hidden]')
})

test('short secrets are hidden as a whole, and an empty one hides nothing', () => {
  expect(maskSecret('the key abc', 'abc', 6)).toBe('the key [hidden]')
  expect(maskSecret('the key abc', '', 6)).toBe('the key abc')
})

test('no part of the secret is left in any text', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '-'), maxLength: 30 })
  fc.assert(
    fc.property(letters, letters, (text, secret) => {
      const shown = maskSecret(text, secret, 4).split('[hidden]').join('\n').toLowerCase()
      for (let at = 0; at + 4 <= secret.length; at += 1) {
        expect(shown).not.toContain(secret.slice(at, at + 4).toLowerCase())
      }
    }),
    runs('secret-masking'),
  )
})
