import { expect, test } from 'vitest'
import { previewText } from '../../../web/features/scripts/collection/preview-text.ts'

test('100 characters are shown in full, more are cut with an ellipsis', () => {
  expect(previewText('a'.repeat(100))).toBe('a'.repeat(100))
  expect(previewText('a'.repeat(101))).toBe(`${'a'.repeat(100)}...`)
  expect(previewText('')).toBe('')
})

test('an emoji is one character and is never cut in half', () => {
  expect(previewText('🎬'.repeat(100))).toBe('🎬'.repeat(100))
  expect(previewText('🎬'.repeat(101))).toBe(`${'🎬'.repeat(100)}...`)
})

test('markup does not count', () => {
  expect(previewText(`**${'a'.repeat(100)}**`)).toBe('a'.repeat(100))
  expect(previewText(`Title: One\n\n.${'a'.repeat(101)}`)).toBe(`${'a'.repeat(100)}...`)
})

test('a truncated source always ends in an ellipsis, however little of it is shown', () => {
  const note = `[[${'x'.repeat(490)}]] `
  expect(previewText(`${note}Rain.`)).toBe('Rain.')
  expect(previewText(`${note}Rain in.`)).toBe('Rain in....')
})
