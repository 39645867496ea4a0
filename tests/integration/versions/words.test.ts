import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords, parse, printedPart, printedWordCounter } from '../../../screenplay/model.ts'
import { forFile } from '../../support/for-file.ts'
import { SEED } from '../../support/rounds.ts'
import { only, restFixture } from '../../support/rest/fixture.ts'
import { begin, historyOf, keep, pasted } from './text-fixture.ts'

const fixture = forFile(restFixture)

async function countedByDatabase(texts: readonly string[]): Promise<(number | undefined)[]> {
  const { rows } = await fixture.database.pool.query<{ words: number }>(
    'select private.count_words(text) as words from unnest($1::text[]) with ordinality as texts (text, place) order by place',
    [texts],
  )
  return rows.map(({ words }) => words)
}

test('every character counts the same in the database as everywhere else', async () => {
  const texts: string[] = []
  const isAlike = (block: number) =>
    (block > 0x34_00 && block < 0x9f_00) || (block > 0xac_00 && block < 0xd7_00)
  for (let block = 0; block < 0x2_00_00; block += 0x100) {
    // Chinese and Korean letters only.
    if (isAlike(block)) continue
    const characters = Array.from({ length: 0x100 }, (_, n) => block + n)
      .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code))
      // Not assigned yet, so nobody can write it.
      .filter((character) => !/\p{Cn}/v.test(character))
    // Alone, inside a word, after a letter and before one.
    texts.push(characters.map((it) => `${it} b${it}c ${it}d e${it} `).join(''))
  }
  expect(await countedByDatabase(texts)).toEqual(texts.map(countWords))
})

test('any text has as many words in the database as everywhere else', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      "'",
      '’',
      'ʼ',
      '-',
      '--',
      ' ',
      '\n',
      '\t',
      '*',
      '_',
      '[[',
      '/*',
      '7',
      '雨',
      'が',
      'ไ',
      'é',
      'e\u0301',
    ),
    fc.string({ unit: 'grapheme', maxLength: 4 }).filter((text) => !text.includes('\0')),
  )
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join('').toWellFormed())
  const texts = fc.sample(text, { numRuns: 2_000, seed: SEED })
  expect(await countedByDatabase(texts)).toEqual(texts.map(countWords))
})

test('a version has the words of its text, however it is cut into pieces', async () => {
  const { client } = fixture.anna
  const scripts = path.join(import.meta.dirname, '../../scripts')
  const sample = (name: string) => readFileSync(path.join(scripts, `${name}.fountain`), 'utf8')
  const [first, second] = [sample('the-long-table'), sample('letters-from-tver')]
  const work = await begin(client, first)
  only(await keep(client, work, 1, pasted(first.length, first.length, second), first + second))
  only(await client.rpc('save_script', { title: 'T', content: first + second, work_id: work }))
  const words = (await historyOf(client, work)).map((version) => version.words)
  const printed = (text: string) => countWords(printedPart(text))
  expect(words).toEqual([printed(first + second), printed(first)])
})

const UNPRINTED = [
  '# Act one\n\n## Two\n\n= A synopsis.\n\n',
  '[[A note\nof two lines]]',
  '/* omitted */',
  'Page Setup: A4,\n    more\nTitle: The Boats\n\n',
  '===\n\n',
  ' #',
  '[[ never closed\n',
]

test('what never prints is not counted, in the database as in the browser', async () => {
  const part = fc.constantFrom(...UNPRINTED, 'One word. ', '\n', '\n\n', 'RUI\n')
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
  const texts = fc.sample(text, { numRuns: 500, seed: SEED })
  const { rows } = await fixture.database.pool.query<{ part: string }>(
    'select private.printed_part(text) as part from unnest($1::text[]) with ordinality as texts (text, place) order by place',
    [texts],
  )
  expect(rows.map(({ part: printed }) => printed)).toEqual(texts.map(printedPart))

  const { client } = fixture.anna
  const script = `${UNPRINTED.slice(0, 3).join('')}INT. PIER - DAY\n\nMira waits.[[Why?]]\n`
  const work = await begin(client, script)
  only(await client.rpc('save_script', { title: 'T', content: script, work_id: work }))
  expect((await historyOf(client, work)).map((version) => version.words)).toEqual([5])
  expect(printedWordCounter()(parse(script))).toEqual({ printed: 5, unprinted: 12 })
})
