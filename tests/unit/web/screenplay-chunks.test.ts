import { expect, test } from 'vitest'
import { parse, reparse } from '../../../screenplay/model.ts'
import { chunksOf } from '../../../web/screenplay-view/chunks.ts'
import { createScreenplayReader } from '../../../web/screenplay-view/reader.ts'

const actions = (count: number) =>
  Array.from({ length: count }, (_, line) => `Line ${line}.`).join('\n\n')

test('all elements are there, in order, in pieces', () => {
  const { elements } = parse(actions(100))
  const chunks = chunksOf(elements, [])
  expect(chunks.length).toBeGreaterThan(2)
  expect(chunks.flat()).toEqual(elements)
  expect(chunksOf([], [])).toEqual([])
})

test('when a text grows, every piece before the growth is the very same', () => {
  const before = parse(actions(100))
  const chunks = chunksOf(before.elements, [])
  const after = reparse(before, `${actions(100)}\n\nOne more.`)
  const grown = chunksOf(after.elements, chunks)
  expect(grown.slice(0, -1)).toHaveLength(chunks.length - 1)
  grown.slice(0, -1).forEach((chunk, index) => expect(chunk).toBe(chunks[index]))
  expect(grown.at(-1)).not.toBe(chunks.at(-1))
})

test('speeches side by side are never torn apart', () => {
  const text = `${actions(39)}\n\nMARA\nNow!\n\nJONAS ^\nNow!\n\nThey run.`
  for (const chunk of chunksOf(parse(text).elements, [])) expect(chunk[0]?.dual).not.toBe('right')
})

test('a reader that is asked for the same text again gives the very same pieces', () => {
  const read = createScreenplayReader()
  const first = read(actions(50))
  expect(read(actions(50)).chunks).toBe(first.chunks)
  expect(read('Title: Tram\n\nINT. TRAM').titlePage).toMatchObject([{ key: 'Title' }])
})
