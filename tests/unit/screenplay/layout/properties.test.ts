import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Element, plainText, parse } from '../../../../screenplay/model.ts'
import {
  columnOf,
  layout,
  lineText,
  type Page,
  widthOf,
  addedToCue,
} from '../../../../screenplay/layout.ts'
import { anyScript } from '../generators/any-script.ts'
import { forAny } from '../../../support/any-input.ts'

const SILENT = new Set<Element['type']>(['section', 'synopsis', 'note', 'boneyard', 'page-break'])

const textLines = ({ lines }: Page) => lines.filter(({ kind }) => kind === 'text')

test(
  'every page of any script begins with a line and holds what fits, no line wider than its column',
  forAny(
    'script-layout',
    anyScript,
    fc.constantFrom('letter' as const, 'a4' as const),
    (script, paper) => {
      const { pages, capacity } = layout(parse(script), { paper })
      for (const page of pages) {
        const lines = textLines(page)
        const rows = lines.map(({ row }) => row)
        expect(rows[0]).toBe(0)
        expect(Math.max(page.rows - 1, ...rows)).toBeLessThan(capacity)
        for (const line of lines) {
          const { cells = 0 } = columnOf(line.element.type) ?? {}
          // A trailing hyphen may hang in the margin.
          expect(widthOf(lineText(line).replace(/-$/, ''))).toBeLessThanOrEqual(cells)
        }
      }
    },
  ),
)

test(
  'every character of any script is printed once, in order',
  forAny('script-layout', anyScript, (script) => {
    const { pages, screenplay } = layout(parse(script))
    const shown = Map.groupBy(pages.flatMap(textLines), ({ element }) => element)
    for (const [index, element] of screenplay.elements.entries()) {
      if (SILENT.has(element.type)) continue
      const text = (shown.get(element) ?? []).map(lineText).join('')
      const bare = (letters: string) => letters.replaceAll(/\s/g, '').toUpperCase()
      expect(bare(text)).toBe(bare(plainText(element.text) + addedToCue(screenplay, index)))
    }
  }),
)

test(
  'any text can be laid out',
  forAny('script-layout', fc.string({ unit: 'grapheme', maxLength: 3000 }), (text) => {
    const { pages, capacity } = layout(parse(text))
    expect(pages.every(({ rows }) => rows <= capacity)).toBe(true)
  }),
)
