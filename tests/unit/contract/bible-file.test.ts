import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constantFrom,
  oneof,
  property,
  record,
  string,
  uniqueArray,
} from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BibleFault,
  bibleFile,
  type FiledEntry,
  filedBody,
  NoBible,
  readBible,
} from '../../../contract/bible-file.ts'
import { storyKinds } from '../../../contract/reading.ts'

const hostile = constantFrom(
  '# x',
  '### Mira',
  '## Characters',
  '> quote',
  '\\# x',
  '\\',
  'Also called: a',
  'Pinned',
  '',
  '  > x',
  '- a',
  '\\> b',
  'a, b',
  '---',
)
const line = oneof(hostile, string({ unit: 'grapheme', maxLength: 30 }))
const name = oneof(hostile, string({ unit: 'grapheme', minLength: 1, maxLength: 20 }))
  .map((text) => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '').trim())
  .filter((text) => text !== '')
const entry: Arbitrary<FiledEntry> = record({
  kind: constantFrom(...storyKinds),
  name,
  aliases: array(name, { maxLength: 4 }),
  body: array(line, { maxLength: 5 }).map((lines) => filedBody(lines.join('\n'))),
  pinned: boolean(),
})
const bible = uniqueArray(entry, {
  minLength: 1,
  maxLength: 8,
  selector: (each) => `${each.kind} ${each.name.toLowerCase()}`,
}).map((entries) => storyKinds.flatMap((kind) => entries.filter((each) => each.kind === kind)))

test('a bible that is written and read is the same, whatever stands in it', () => {
  assert(
    property(bible, string(), (entries, title) => {
      const sources = [{ scene: 'INT. A', quote: '### no\nentry' }]
      const filed = entries.map((each) => ({ ...each, sources }))
      const text = bibleFile(title.replaceAll(/\s/g, ' '), filed)
      expect(readBible(text)).toEqual(entries)
      expect(readBible(text.replaceAll('\n', '\r\n'))).toEqual(entries)
    }),
  )
})

const faultOf = (text: string): BibleFault | null => {
  try {
    readBible(text)
    return null
  } catch (error) {
    if (error instanceof NoBible) return error.reason
    throw error
  }
}

test('any other file is refused with a reason', () => {
  assert(property(string({ unit: 'binary' }), (text) => void faultOf(text)))
  expect(faultOf('')).toEqual({ fault: 'no entries' })
  expect(faultOf('INT. BAR - DAY\n\nRain.')).toEqual({ fault: 'no entries' })
  expect(faultOf('# Bible\n\n### Mira')).toEqual({ fault: 'entry without a section', line: 3 })
  expect(faultOf('## Spells\n\n### Abra')).toEqual({ fault: 'unknown section', line: 1 })
  expect(faultOf('## Rules\n### a\n\n### A')).toEqual({ fault: 'twice', line: 4 })
  expect(faultOf(`## Rules\n### ${'a'.repeat(101)}`)).toEqual({ fault: 'bad name', line: 2 })
  expect(faultOf(`## Rules\n### a\n\n${'a'.repeat(4001)}`)).toEqual({ fault: 'long text', line: 2 })
  expect(faultOf(`## Rules\n### a\n\nAlso called: ${'b,'.repeat(21)}`)).toEqual({
    fault: 'bad aliases',
    line: 2,
  })
  const many = Array.from({ length: 501 }, (_, n) => `### ${n}`).join('\n')
  expect(faultOf(`## Rules\n${many}`)).toEqual({ fault: 'too many entries' })
})

test('a file written by hand needs little', () =>
  expect(readBible('## places\n### The pier\nWet.\n')).toEqual([
    { kind: 'place', name: 'The pier', aliases: [], body: 'Wet.', pinned: false },
  ]))
