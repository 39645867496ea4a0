import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Screenplay } from '../../../screenplay/elements.ts'
import { layout, relayout } from '../../../screenplay/layout.ts'
import { parse } from '../../../screenplay/parse.ts'
import { anyScript } from './any-script.ts'
import { filler } from './pages-text.ts'

/** Read anew, with the very elements that stand before the change. */
function changed(before: Screenplay, source: string): Screenplay {
  const after = parse(source)
  const elements = [...after.elements]
  for (const [index, old] of before.elements.entries()) {
    const now = elements[index]
    if (JSON.stringify(now) !== JSON.stringify(old)) break
    elements[index] = old
  }
  return { ...after, elements }
}

describe('layout after an edit', () => {
  test('is what layout from the beginning gives', () => {
    fc.assert(
      fc.property(
        anyScript,
        fc.nat(),
        fc.nat({ max: 300 }),
        fc.constantFrom(
          '',
          'Rain. ',
          '\n\nINT. HOUSE - DAY\n\n',
          '\n\n===\n\n',
          'word '.repeat(80),
        ),
        (script, at, length, insert) => {
          const start = at % (script.length + 1)
          const edited = script.slice(0, start) + insert + script.slice(start + length)
          const before = layout(parse(script))
          const after = changed(before.screenplay, edited)
          expect(relayout(before, after)).toEqual(layout(after))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('takes over the pages before it as they are', () => {
    const script = filler(150)
    const before = layout(parse(script))
    const after = relayout(before, changed(before.screenplay, script.replace('line 100.', 'rain.')))
    const same = after.pages.filter((page, index) => page === before.pages[index])
    expect(same.length).toBe(3)
  })

  test('and those behind it once they begin alike, with the elements of now', () => {
    const script = filler(150)
    const before = layout(parse(script))
    const after = relayout(before, changed(before.screenplay, script.replace('line 30.', 'l.')))
    const [was, is] = [before.pages.at(-1), after.pages.at(-1)]
    expect(is?.lines[0]?.spans).toBe(was?.lines[0]?.spans)
    expect(is?.lines[0]?.element).not.toBe(was?.lines[0]?.element)
    expect(is?.lines.at(-1)?.element).toBe(after.screenplay.elements.at(-1))
  })

  test('keeps the paper', () => {
    const before = layout(parse(filler(60)), { paper: 'a4' })
    expect(relayout(before, parse(filler(61))).paper).toBe('a4')
  })
})
