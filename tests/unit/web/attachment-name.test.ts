import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachmentName } from '../../../web/features/chat/attachments/attach-file.ts'

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\nora\\Treatment 2.pdf', 'Treatment 2.pdf'],
  ['a\u202egpj.exe', 'a gpj.exe'],
  ['one\ntwo\u0000.txt', 'one two .txt'],
  ['  ', 'File'],
  ['folder/', 'File'],
  ['حلقة ١.pdf', 'حلقة ١.pdf'],
])('%j is called %j', (given, shown) => expect(attachmentName(given)).toBe(shown))

test('a long name keeps its beginning and its extension', () => {
  const name = attachmentName(`${'x'.repeat(10_000)}.docx`)
  expect(Array.from(name)).toHaveLength(200)
  expect(name).toMatch(/^x+….docx$/)
})

test('any name is one the database takes: one line of 1 to 200 characters, trimmed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = attachmentName(given)
      expect(Array.from(name).length).toBeGreaterThan(0)
      expect(Array.from(name).length).toBeLessThanOrEqual(200)
      expect(name.trim()).toBe(name)
      expect(name).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u)
      expect(name.isWellFormed()).toBe(true)
    }),
  )
})
