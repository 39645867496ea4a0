import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layout, lineText, type Pages } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/parse.ts'
import { locksOf, lockPages, unlockPages } from '../../../../screenplay/production.ts'
import { applySplices } from '../../../../screenplay/splices.ts'
import { runs } from '../../../support/rounds.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'
import { anyScript } from '../generators/any-script.ts'
import { misplaced } from '../generators/page-rows.ts'
import { filler } from '../generators/pages-text.ts'

const pagesOf = (text: string) => layout(parse(text))
const locked = (text: string) => applySplices(text, lockPages(pagesOf(text)))
const unlocked = (text: string) => applySplices(text, unlockPages(parse(text)))

const printed = ({ pages }: Pages) =>
  pages.map(({ label, lines }) => [label, ...lines.map((line) => `${line.row} ${lineText(line)}`)])

const labelsOf = (text: string) => pagesOf(text).pages.map(({ label }) => label)

describe('locked pages', () => {
  test('begin where they began, and are unlocked byte for byte', () => {
    fc.assert(
      fc.property(anyScript, fc.constantFrom('', 'Title: X\n\n'), (body, title) => {
        const text = title + body
        const now = locked(text)
        expect(printed(pagesOf(now))).toEqual(printed(pagesOf(text)))
        expect(misplaced(pagesOf(now))).toEqual([])
        expect(unlocked(now)).toBe(text)
      }),
      runs('script-layout'),
    )
  })

  test.each(sampleScripts)('%s prints the same, locked or not', (_name, text) => {
    const now = locked(text)
    expect(printed(pagesOf(now))).toEqual(printed(pagesOf(text)))
    expect(unlocked(now)).toBe(text)
    expect(locksOf(parse(now))).toEqual({ sceneNumbers: false, pages: true })
  })

  test('keep the line breaks of the script', () => {
    const text = filler(80).replaceAll('\n', '\r\n')
    expect(locked(text)).not.toMatch(/[^\r]\n/)
    expect(unlocked(locked(text))).toBe(text)
  })

  test('unlocking leaves other notes', () => {
    const text = `[[=== act]]\n\n${filler(80)}`
    expect(unlocked(locked(text))).toBe(text)
  })

  test('what no longer fits goes to a new page, and what follows stays', () => {
    const text = locked(filler(80))
    const more = text.replace('line 30.', 'line 30.\n\nMore.\n\nAnd more.')
    expect(labelsOf(text)).toEqual(['1', '2', '3'])
    expect(labelsOf(more)).toEqual(['1', '2', '2A', '3'])
    expect(printed(pagesOf(more)).at(-1)).toEqual(printed(pagesOf(text)).at(-1))
  })

  test('a page that shrinks stays short', () => {
    const text = locked(filler(80))
    const less = text.replace(/line 3[0-5]\.\n\n/g, '')
    expect(labelsOf(less)).toEqual(['1', '2', '3'])
    expect(printed(pagesOf(less)).at(-1)).toEqual(printed(pagesOf(text)).at(-1))
  })

  test('new pages are locked too when pages are locked again', () => {
    const more = locked(filler(80)).replace('line 30.', 'line 30.\n\nMore.\n\nAnd more.')
    const again = applySplices(more, lockPages(pagesOf(more)))
    expect(again).toContain('[[=== 2A]]')
    const grown = again.replace('line 31.', 'line 31.\n\nNew.')
    expect(labelsOf(grown)).toEqual(['1', '2', '2AA', '2A', '3'])
  })

  test('rise, whatever is written', () => {
    const insert = fc.tuple(
      fc.nat(),
      fc.constantFrom('Rain. ', '\n\nINT. BAR\n\n', 'Wet. '.repeat(300)),
    )
    fc.assert(
      fc.property(anyScript, fc.array(insert, { maxLength: 3 }), (script, inserts) => {
        let text = locked(script)
        for (const [at, more] of inserts) {
          const place = at % (text.length + 1)
          text = text.slice(0, place) + more + text.slice(place)
        }
        const labels = labelsOf(text)
        expect(new Set(labels).size).toBe(labels.length)
      }),
      runs('script-layout'),
    )
  })
})
