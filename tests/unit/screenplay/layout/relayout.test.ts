import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dualBlocks,
  layout,
  pageBreaks,
  type Pages,
  relayout,
} from '../../../../screenplay/layout.ts'
import { parse, reparse } from '../../../../screenplay/model.ts'
import { ROUNDS_TIMEOUT, runs } from '../../../support/rounds.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'
import { anyEdit, edited } from '../generators/any-edit.ts'
import { anySetupScript } from '../generators/any-page-setup.ts'
import { anyScript } from '../generators/any-script.ts'
import { misplaced } from '../generators/page-rows.ts'
import { filler } from '../generators/pages-text.ts'

const after = (before: Pages, source: string) =>
  relayout(before, reparse(before.screenplay, source))

const mapOf = (pages: Pages) => ({ breaks: pageBreaks(pages), dual: dualBlocks(pages) })

/** Starts a page, or gives it a number. */
const anyMark = fc.record({
  at: fc.nat(),
  removed: fc.nat({ max: 300 }),
  inserted: fc.constantFrom('\n\n=== 3A\n\n', '\n\n[[=== 2]]\n\n', '[[=== 4]]', 'Rain. '),
})

describe('layout after an edit', () => {
  test('equals a full layout, page breaks and dual dialogue too', {
    timeout: ROUNDS_TIMEOUT,
  }, () => {
    const anySource = fc.oneof(
      { weight: 4, arbitrary: anyScript },
      { weight: 2, arbitrary: anySetupScript },
      { weight: 1, arbitrary: fc.constantFrom(...sampleScripts.map(([, source]) => source)) },
    )
    const anyEdits = fc.array(fc.oneof(anyEdit, anyMark), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(anySource, anyEdits, (script, edits) => {
        let pages = layout(parse(script))
        for (const edit of edits) {
          pages = after(pages, edited(pages.screenplay.source, edit))
          const fresh = layout(parse(pages.screenplay.source))
          expect(pages.pages).toEqual(fresh.pages)
          expect(mapOf(pages)).toEqual(mapOf(fresh))
        }
        expect(misplaced(pages)).toEqual([])
      }),
      // Shrinking the edits of a whole script would take minutes; the seed is enough to reproduce a failure.
      { ...runs('page-editing'), endOnFailure: true },
    )
  })

  test('reuses the pages before the edit', () => {
    const script = filler(150)
    const before = layout(parse(script))
    const { pages } = after(before, script.replace('line 100.', 'rain.'))
    const same = pages.filter((page, index) => page === before.pages[index])
    expect(same.length).toBe(3)
  })

  test('reuses later pages once they start alike, with the new elements', () => {
    const script = filler(150)
    const before = layout(parse(script))
    const now = after(before, script.replace('line 30.', 'l.'))
    const [was, is] = [before.pages.at(-1), now.pages.at(-1)]
    expect(is?.lines[0]?.spans).toBe(was?.lines[0]?.spans)
    expect(is?.lines[0]?.element).not.toBe(was?.lines[0]?.element)
    expect(is?.lines.at(-1)?.element).toBe(now.screenplay.elements.at(-1))
  })

  test('keeps the paper size', () => {
    const before = layout(parse(filler(60)), { paper: 'a4' })
    expect(relayout(before, parse(filler(61))).paper).toBe('a4')
  })
})
