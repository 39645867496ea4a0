import { expect, test } from 'vitest'
import { previewText } from '../../../web/features/scripts/collection/preview-text.ts'

test('100 characters stand as they are, the 101st becomes dots', () => {
  expect(previewText('a'.repeat(100))).toBe('a'.repeat(100))
  expect(previewText('a'.repeat(101))).toBe(`${'a'.repeat(100)}...`)
  expect(previewText('')).toBe('')
})

test('an emoji is one character and is never cut in half', () => {
  expect(previewText('🎬'.repeat(100))).toBe('🎬'.repeat(100))
  expect(previewText('🎬'.repeat(101))).toBe(`${'🎬'.repeat(100)}...`)
})

test('what is counted is what is shown, without marks', () => {
  expect(previewText(`**${'a'.repeat(100)}**`)).toBe('a'.repeat(100))
  expect(previewText(`Title: One\n\n.${'a'.repeat(101)}`)).toBe(`${'a'.repeat(100)}...`)
})

test('where the server kept only the beginning there are dots, however little of it is shown', () => {
  const note = `[[${'x'.repeat(190)}]] `
  expect(previewText(`${note}Rain.`)).toBe('Rain.')
  expect(previewText(`${note}Rain in.`)).toBe('Rain in....')
})
