import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  layout,
  type Pages,
  relayout,
  dualBlocks,
  pageBreaks,
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

describe('page breaks and dual dialogue after an edit', () => {
  test('equal those of a fresh layout', { timeout: ROUNDS_TIMEOUT }, () => {
    const anySource = fc.oneof(
      { weight: 4, arbitrary: anyScript },
      { weight: 1, arbitrary: anySetupScript },
      { weight: 1, arbitrary: fc.constantFrom(...sampleScripts.map(([, source]) => source)) },
    )
    fc.assert(
      fc.property(anySource, fc.array(anyEdit, { minLength: 1, maxLength: 4 }), (script, edits) => {
        let pages = layout(parse(script))
        for (const edit of edits) {
          pages = after(pages, edited(pages.screenplay.source, edit))
          expect(mapOf(pages)).toEqual(mapOf(layout(parse(pages.screenplay.source))))
        }
        expect(misplaced(pages)).toEqual([])
      }),
      // Shrinking the edits of a whole script would take minutes; the seed is enough to reproduce a failure.
      { ...runs('page-editing'), endOnFailure: true },
    )
  })

  test('follow markup that does not change what is printed', () => {
    const lines = Array.from({ length: 70 }, (_, line) => `Line ${line}.\n`).join('')
    const script = `${filler(30)}${lines}`
    const before = layout(parse(script))
    const pages = after(before, script.replace('Line 1.', 'Line [[a note]]1.'))
    expect(mapOf(pages)).toEqual(mapOf(layout(pages.screenplay)))
    expect(mapOf(pages).breaks.at(-1)?.at).toBe((mapOf(before).breaks.at(-1)?.at ?? 0) + 10)
  })
})
