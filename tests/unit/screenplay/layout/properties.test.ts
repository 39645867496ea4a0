import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Element, plainText, parse } from '../../../../screenplay/model.ts'
import {
  columnOf,
  layout,
  type Line,
  lineText,
  type Page,
  type Pages,
  widthOf,
  addedToCue,
} from '../../../../screenplay/layout.ts'
import { runs } from '../../../support/rounds.ts'
import { anyScript } from '../generators/any-script.ts'

const SILENT = new Set<Element['type']>(['section', 'synopsis', 'note', 'boneyard'])
const SENTENCE_END = /[.!?…]["'’”)]*$/

const textLines = ({ lines }: Page) => lines.filter(({ kind }) => kind === 'text')

/** The type of the next printed element or page break. */
function following({ screenplay }: Pages, element: Element): Element['type'] | undefined {
  const rest = screenplay.elements.slice(screenplay.elements.indexOf(element) + 1)
  return rest.find(({ type }) => !SILENT.has(type))?.type
}

function preceding({ screenplay }: Pages, element: Element): Element['type'] | undefined {
  const before = screenplay.elements.slice(0, screenplay.elements.indexOf(element))
  return before.findLast(({ type }) => !SILENT.has(type))?.type
}

/** Each page with the next one. */
const breaks = ({ pages }: Pages) =>
  pages.slice(0, -1).map((page, index) => ({
    last: textLines(page).at(-1),
    lines: textLines(page),
    page,
    next: pages[index + 1],
    first: pages[index + 1] && textLines(pages[index + 1] as Page)[0],
  }))

const SPOKEN = new Set<Element['type']>(['dialogue', 'parenthetical', 'lyrics'])
const isSpoken = ({ type, apart }: Element) => SPOKEN.has(type) && !apart

/** The number of lines of the split speech or paragraph on one of its pages. */
function linesOfBlock(lines: readonly Line[], element: Element): number {
  if (!isSpoken(element)) return lines.filter((line) => line.element === element).length
  let count = 0
  for (const line of lines) {
    if (!isSpoken(line.element)) break
    count += 1
  }
  return count
}

const onEachBreak = (check: (at: ReturnType<typeof breaks>[number], pages: Pages) => void) =>
  fc.assert(
    fc.property(anyScript, (script) => {
      const pages = layout(parse(script))
      for (const at of breaks(pages)) check(at, pages)
    }),
    runs('script-layout'),
  )

const onEachPage = (check: (page: Page, pages: Pages) => void) =>
  fc.assert(
    fc.property(anyScript, fc.constantFrom('letter' as const, 'a4' as const), (script, paper) => {
      const pages = layout(parse(script), { paper })
      for (const page of pages.pages) check(page, pages)
    }),
    runs('script-layout'),
  )

describe('on every page of any script', () => {
  test('there are no more lines than fit', () => {
    onEachPage((page, { capacity }) => {
      const rows = textLines(page).map(({ row }) => row)
      expect(Math.max(...rows)).toBeLessThan(capacity)
      expect(page.rows).toBeLessThanOrEqual(capacity)
    })
  })

  test('the first line is not blank', () => {
    onEachPage((page) => expect(textLines(page)[0]?.row).toBe(0))
  })

  test('no line is wider than its column', () => {
    onEachPage((page) => {
      for (const line of textLines(page)) {
        const { cells = 0 } = columnOf(line.element.type) ?? {}
        // A trailing hyphen may hang in the margin.
        expect(widthOf(lineText(line).replace(/-$/, ''))).toBeLessThanOrEqual(cells)
      }
    })
  })
})

describe('at every page break of any script', () => {
  test('no page ends with a scene heading', () => {
    onEachBreak(({ last }, pages) => {
      const isHeading = last?.element.type === 'scene-heading'
      const next = isHeading ? following(pages, last.element) : 'page-break'
      expect(next).toBe('page-break')
    })
  })

  test('no page ends with a cue', () => {
    onEachBreak(({ last }) => expect(last?.element.type).not.toBe('character'))
  })

  test('no page starts with a transition', () => {
    onEachBreak(({ first }, pages) => {
      const isTransition = first?.element.type === 'transition'
      const before = isTransition ? preceding(pages, first.element) : 'page-break'
      expect(before).toBe('page-break')
    })
  })

  test('splits are between sentences', () => {
    onEachBreak(({ last, first }) => {
      const isSplit = last !== undefined && last.element === first?.element
      expect(isSplit ? lineText(last) : 'whole.').toMatch(SENTENCE_END)
    })
  })

  test('splits leave at least two lines on each side', () => {
    onEachBreak(({ last, lines, first, next, page }) => {
      const isSplit = page.lines.at(-1)?.kind === 'more' || last?.element === first?.element
      const element = isSplit ? last?.element : undefined
      const above = element ? linesOfBlock(lines.toReversed(), element) : 2
      const below = element && next ? linesOfBlock(textLines(next), element) : 2
      expect(Math.min(above, below)).toBeGreaterThanOrEqual(2)
    })
  })

  test("only a split speech has (MORE) and (CONT'D)", () => {
    onEachBreak(({ first, last, page, next }, pages) => {
      const { elements } = pages.screenplay
      const cueOf = (element: Element | undefined) =>
        element && isSpoken(element)
          ? elements
              .slice(0, elements.indexOf(element))
              .findLast(({ type }) => type === 'character')
          : undefined
      const speaker = cueOf(last?.element)
      const goesOn = speaker !== undefined && speaker === cueOf(first?.element)
      const kinds = [page.lines.at(-1)?.kind, next?.lines[0]?.kind]
      expect(kinds).toEqual(goesOn ? ['more', 'continued'] : ['text', 'text'])
      const again = next?.lines[0]
      const name = goesOn ? speaker.text.toUpperCase().replace(" (CONT'D)", '') : ''
      expect(goesOn && again ? lineText(again) : " (CONT'D)").toBe(`${name} (CONT'D)`)
    })
  })
})

describe('in any script', () => {
  test('every character is printed once, in order', () => {
    fc.assert(
      fc.property(anyScript, (script) => {
        const pages = layout(parse(script))
        const lines = pages.pages.flatMap(textLines)
        const shown = Map.groupBy(lines, ({ element }) => element)
        for (const element of pages.screenplay.elements) {
          if (SILENT.has(element.type) || element.type === 'page-break') continue
          const text = (shown.get(element) ?? []).map(lineText).join('')
          const added = addedToCue(pages.screenplay, pages.screenplay.elements.indexOf(element))
          const bare = (letters: string) => letters.replaceAll(/\s/g, '').toUpperCase()
          expect(bare(text)).toBe(bare(plainText(element.text) + added))
        }
      }),
      runs('script-layout'),
    )
  })

  test('any text can be laid out', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 3000 }), (text) => {
        const { pages, capacity } = layout(parse(text))
        expect(pages.every(({ rows }) => rows <= capacity)).toBe(true)
      }),
      runs('script-layout'),
    )
  })
})
