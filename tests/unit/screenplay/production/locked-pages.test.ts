import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layout, lineText, type Pages } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { locksOf, lockPages, revisedPages, unlockPages } from '../../../../screenplay/production.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { runs } from '../../../support/rounds.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'
import { anyScript } from '../generators/any-script.ts'
import { misplaced } from '../generators/page-rows.ts'
import { filler } from '../generators/pages-text.ts'
import { forAny } from '../../../support/any-input.ts'

const pagesOf = (text: string) => layout(parse(text))
const locked = (text: string) => applySplices(text, lockPages(pagesOf(text)))
const unlocked = (text: string) => applySplices(text, unlockPages(parse(text)))

const printed = ({ pages }: Pages) =>
  pages.map(({ label, lines }) => [label, ...lines.map((line) => `${line.row} ${lineText(line)}`)])

const labelsOf = (text: string) => pagesOf(text).pages.map(({ label }) => label)

describe('locked pages', () => {
  test(
    'begin where they began, and are unlocked byte for byte',
    forAny('script-layout', anyScript, fc.constantFrom('', 'Title: X\n\n'), (body, title) => {
      const text = title + body
      const now = locked(text)
      expect(printed(pagesOf(now))).toEqual(printed(pagesOf(text)))
      expect(misplaced(pagesOf(now))).toEqual([])
      expect(unlocked(now)).toBe(text)
    }),
  )

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

  describe('that are cut', () => {
    const text = locked(filler(140))
    /** The text without the lines of a page, and without the note that fixes it if `hasMark` is false. */
    const without = (page: number, hasMark: boolean) => {
      const [start, end] = [`[[=== ${page}]]`, `[[=== ${page + 1}]]`].map((mark) =>
        text.indexOf(mark),
      )
      const from =
        start! < 0
          ? text.indexOf('Filling line 1.')
          : start! + (hasMark ? '[[=== 0]]\n\n'.length : 0)
      return text.slice(0, from) + text.slice(end! < 0 ? text.length : end)
    }
    const revised = (now: string) =>
      revisedPages(pagesOf(text), pagesOf(now)).pages.map(({ label }) => label)

    test.each([
      ['in the middle', 3, true, ['1', '2-3', '4', '5', '6'], ['2-3']],
      ['with the note that fixes them', 3, false, ['1', '2-3', '4', '5', '6'], ['2-3']],
      ['at the beginning', 1, true, ['1-2', '3', '4', '5', '6'], ['1-2']],
      ['behind the first page', 2, true, ['1', '2-3', '4', '5', '6'], ['2-3']],
      ['at the end', 6, true, ['1', '2', '3', '4', '5-6'], ['5-6']],
    ])('are named by the page before, or the first: %s', (_where, page, hasMark, labels, again) => {
      expect(labelsOf(text)).toEqual(['1', '2', '3', '4', '5', '6'])
      const now = without(page, hasMark)
      expect(labelsOf(now)).toEqual(labels)
      expect(revised(now)).toEqual(again)
    })

    test('are named though they have letters, and a new page before them is locked by its own number', () => {
      const grown = without(3, true).replace('line 30.', 'line 30.\n\nMore.\n\nAnd more.')
      expect(labelsOf(grown)).toEqual(['1', '2', '2A-3', '4', '5', '6'])
      const again = applySplices(grown, lockPages(pagesOf(grown)))
      expect(labelsOf(again)).toEqual(['1', '2', '2A-3', '4', '5', '6'])
      const [start, end] = ['[[=== 2A]]', '[[=== 3]]'].map((mark) => again.indexOf(mark))
      const cut = `${again.slice(0, start)}[[=== 2A]]\n\n${again.slice(end)}`
      expect(labelsOf(cut)).toEqual(['1', '2-3', '4', '5', '6'])
      expect(labelsOf(cut.replace('[[=== 3]]\n\n', '[[=== 3]]\n\nBack.\n\n'))).toEqual(
        '1 2-2A 3 4 5 6'.split(' '),
      )
    })

    test('are no longer named once everybody has the page that names them', () => {
      const now = without(3, true)
      const next = now.replace('line 1.', 'Line one.')
      expect(revisedPages(pagesOf(now), pagesOf(next)).pages.map(({ label }) => label)).toEqual([
        '1',
      ])
    })
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
