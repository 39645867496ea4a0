import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layout, relayout } from '../../../../screenplay/layout.ts'
import { parse, reparse } from '../../../../screenplay/model.ts'
import { runs } from '../../../support/rounds.ts'
import { anySetupScript } from '../generators/any-page-setup.ts'
import { anyScript } from '../generators/any-script.ts'
import { filler } from '../generators/pages-text.ts'

describe('layout after an edit', () => {
  test('equals a full layout', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyScript, anySetupScript),
        fc.nat(),
        fc.nat({ max: 300 }),
        fc.constantFrom(
          '',
          'Rain. ',
          '\n\nINT. HOUSE - DAY\n\n',
          '\n\n===\n\n',
          '\n\n=== 3A\n\n',
          '\n\n[[=== 2]]\n\n',
          '[[=== 4]]',
          'word '.repeat(80),
          'ANN\nYes.\n\n',
        ),
        (script, at, length, insert) => {
          const start = at % (script.length + 1)
          const edited = script.slice(0, start) + insert + script.slice(start + length)
          const before = layout(parse(script))
          const after = reparse(before.screenplay, edited)
          expect(relayout(before, after).pages).toEqual(layout(after).pages)
        },
      ),
      runs('script-layout'),
    )
  })

  test('reuses the pages before the edit', () => {
    const script = filler(150)
    const before = layout(parse(script))
    const after = relayout(before, reparse(before.screenplay, script.replace('line 100.', 'rain.')))
    const same = after.pages.filter((page, index) => page === before.pages[index])
    expect(same.length).toBe(3)
  })

  test('reuses later pages once they start alike, with the new elements', () => {
    const script = filler(150)
    const before = layout(parse(script))
    const after = relayout(before, reparse(before.screenplay, script.replace('line 30.', 'l.')))
    const [was, is] = [before.pages.at(-1), after.pages.at(-1)]
    expect(is?.lines[0]?.spans).toBe(was?.lines[0]?.spans)
    expect(is?.lines[0]?.element).not.toBe(was?.lines[0]?.element)
    expect(is?.lines.at(-1)?.element).toBe(after.screenplay.elements.at(-1))
  })

  test('refers to the new elements even if the printed text is the same', () => {
    const before = layout(parse(filler(60)))
    const after = reparse(before.screenplay, filler(60).replace('\n\n', '\n\n\n'))
    const elements = new Set(after.elements)
    const lines = relayout(before, after).pages.flatMap((page) => page.lines)
    expect(lines.filter(({ element }) => !elements.has(element))).toEqual([])
  })

  test('keeps the paper size', () => {
    const before = layout(parse(filler(60)), { paper: 'a4' })
    expect(relayout(before, parse(filler(61))).paper).toBe('a4')
  })
})
