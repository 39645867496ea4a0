import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { layout, dualBlocks, pageBreaks, scenesOf } from '../../../../screenplay/layout.ts'
import { parse, statistics } from '../../../../screenplay/model.ts'
import { spliceBetween } from '../../../../screenplay/changes.ts'
import { breaksAfter } from '../../../../web/script-worker/changed-breaks.ts'
import { createLayoutReader } from '../../../../web/script-worker/layout-reader.ts'
import { anyEdit, edited } from '../../screenplay/generators/any-edit.ts'
import { anyScript } from '../../screenplay/generators/any-script.ts'
import { forAny } from '../../../support/any-input.ts'

test(
  'any changes give the same result as the whole text',
  forAny(
    'script-layout',
    anyScript,
    fc.array(fc.array(anyEdit, { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    (script, batches) => {
      const read = createLayoutReader()
      let text = script
      let breaks = breaksAfter([], read({ text, revision: 0, facts: false }).breaks)
      for (const [index, edits] of batches.entries()) {
        const changes = edits.map((edit) => {
          const before = text
          text = edited(text, edit)
          return [spliceBetween(before, text)]
        })
        const result = read({ changes, revision: index + 1, facts: true })
        breaks = breaksAfter(breaks, result.breaks)
        const screenplay = parse(text)
        const pages = layout(screenplay)
        const { words } = statistics(screenplay, pages)
        expect(result.revision).toBe(index + 1)
        expect(breaks).toEqual(pageBreaks(pages))
        expect(result.dual).toEqual(dualBlocks(pages))
        expect(result.facts).toMatchObject({ words, pages: pages.pages.length })
        expect(result.facts?.scenes).toEqual(scenesOf(pages))
      }
    },
  ),
)

test('the title page is sent only when it has changed', () => {
  const read = createLayoutReader()
  const text = 'Title: Rain\n\nINT. BAR - DAY\n\nRain.'
  const change = (at: number, inserted: string, revision: number) =>
    read({ changes: [[{ start: at, end: at, text: inserted }]], revision, facts: false }).titlePages
  expect(read({ text, revision: 0, facts: false }).titlePages).toMatchObject([
    [{ spans: [{ text: 'Rain' }] }],
  ])
  expect(change(text.length, ' More.', 1)).toBeUndefined()
  expect(change('Title: Rain'.length, 'bow', 2)).toMatchObject([[{ spans: [{ text: 'Rainbow' }] }]])
})

test('a key sends only the page breaks that it moves, and facts only if they are asked for', () => {
  const read = createLayoutReader()
  const paragraph = (index: number) => `Paragraph ${index}.\n\n`
  const text = Array.from({ length: 200 }, (_, index) => paragraph(index)).join('')
  const all = read({ text, revision: 0, facts: true })
  expect(all.breaks.breaks.length).toBeGreaterThan(5)
  expect(all.facts?.pages).toBe(all.breaks.breaks.length + 1)
  const middle = text.indexOf('Paragraph 100') + 'Paragraph'.length
  const key = read({
    changes: [[{ start: middle, end: middle, text: 's' }]],
    revision: 1,
    facts: false,
  })
  expect(key.breaks).toMatchObject({ breaks: [], shift: 1 })
  expect(key.breaks.same).toBe(key.breaks.from)
  expect(key).not.toHaveProperty('facts')
})
