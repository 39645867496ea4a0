import { expect, test } from 'vitest'
import {
  previewLines,
  previewText,
} from '../../../web/features/scripts/collection/shown-scripts.ts'

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

test('the lines of a preview have their types, and as many characters together as the preview', () => {
  const scene = 'INT. ATTIC - NIGHT\n\nA lamp.\n\nNORA\n(low)\nB flat.'
  expect(previewLines(scene)).toEqual([
    { type: 'scene-heading', text: 'INT. ATTIC - NIGHT' },
    { type: 'action', text: 'A lamp.' },
    { type: 'character', text: 'NORA' },
    { type: 'parenthetical', text: '(low)' },
    { type: 'dialogue', text: 'B flat.' },
  ])
  const long = previewLines(`${scene}\n\n${'a'.repeat(100)}\n\nNever shown.`)
  expect(long).toHaveLength(6)
  expect(long.map(({ text }) => text).join(' ')).toHaveLength(103)
  expect(long.at(-1)?.text).toMatch(/^a+\.\.\.$/)
  expect(previewLines(`[[${'x'.repeat(497)}]]`)).toEqual([{ type: 'action', text: '...' }])
})

test('nothing is cut where the last line ends at the limit', () => {
  const full = `${'a'.repeat(49)}\n\n${'b'.repeat(50)}`
  expect(previewText(full)).toBe(`${'a'.repeat(49)} ${'b'.repeat(50)}`)
  expect(previewText(`${full}\n\nc`)).toBe(`${'a'.repeat(49)} ${'b'.repeat(50)}...`)
})
