import { describe, expect, test } from 'vitest'
import { layout, lineText } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { revisedRanges, revisedRows, revisionLabel } from '../../../../screenplay/changes.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'

const SCRIPT = `Title: The Ferry

INT. FERRY - NIGHT

Rain on every window. The deck is empty but for a single coat on a hook, and under it a pair of boots, size nine.

[[Check the boots.]]

MIRA
(low)
Nobody comes home before winter.

EXT. QUAY - DAWN

Gulls. A rope creaks.

INT. OFFICE - DAY

The telephone rings and rings.
`

/** The printed lines with an asterisk. */
function marked(before: string, after: string): string[] {
  const screenplay = parse(after)
  const pages = layout(screenplay)
  const rows = revisedRows(pages, revisedRanges(before, screenplay))
  return pages.pages.flatMap(({ number, lines }) =>
    lines.filter(({ row }) => rows.get(number)?.includes(row)).map(lineText),
  )
}

describe('an asterisk stands beside', () => {
  test('a line with a changed word, not the other lines of its paragraph', () => {
    expect(marked(SCRIPT, SCRIPT.replace('coat', 'hat'))).toEqual([
      'Rain on every window. The deck is empty but for a single hat',
    ])
    expect(marked(SCRIPT, SCRIPT.replace('nine', 'ten'))).toEqual([
      'on a hook, and under it a pair of boots, size ten.',
    ])
    expect(marked(SCRIPT, SCRIPT.replace('(low)', '(loud)'))).toEqual(['(loud)'])
  })

  test('every line of a new paragraph, speech or scene', () => {
    const after = SCRIPT.replace('EXT. QUAY', 'JONAS\nOr after it.\n\nEXT. QUAY')
    expect(marked(SCRIPT, after)).toEqual(['JONAS', 'Or after it.'])
    const scene = SCRIPT.replace('INT. OFFICE', 'EXT. HILL - DAY\n\nSheep graze.\n\nINT. OFFICE')
    expect(marked(SCRIPT, scene)).toEqual(['EXT. HILL - DAY', 'Sheep graze.'])
  })

  test('the line in which words were removed, also if they were its last ones', () => {
    expect(marked(SCRIPT, SCRIPT.replace(' and rings', ''))).toEqual(['The telephone rings.'])
    expect(marked(SCRIPT, SCRIPT.replace(' A rope creaks.', ''))).toEqual(['Gulls.'])
  })

  test('the line that follows removed lines, or the last one', () => {
    expect(marked(SCRIPT, SCRIPT.replace('(low)\n', ''))).toEqual([
      'Nobody comes home before winter.',
    ])
    expect(marked(SCRIPT, SCRIPT.replace(/EXT\. QUAY[^]*creaks\.\n\n/, ''))).toEqual([
      'INT. OFFICE - DAY',
    ])
    expect(marked(SCRIPT, SCRIPT.replace(/INT\. OFFICE[^]*/, ''))).toEqual([
      'Gulls. A rope creaks.',
    ])
  })

  test('the heading of a moved scene, whose text has not changed', () => {
    const [head = '', ...scenes] = SCRIPT.split(/^(?=INT|EXT)/m)
    const [ferry, quay, office] = scenes
    const moved = `${head}${office?.trimEnd()}\n\n${ferry}${quay}`
    expect(marked(SCRIPT, moved)).toEqual(['INT. OFFICE - DAY'])
  })

  test('a line whose emphasis has changed', () =>
    expect(marked(SCRIPT, SCRIPT.replace('rope', '*rope*'))).toEqual(['Gulls. A rope creaks.']))
})

describe('no asterisk stands beside', () => {
  test('anything if nothing that is printed has changed', () => {
    expect(marked(SCRIPT, SCRIPT)).toEqual([])
    expect(marked(SCRIPT, SCRIPT.replaceAll('\n', '\r\n'))).toEqual([])
    expect(marked(SCRIPT, SCRIPT.replace('[[Check the boots.]]', '[[Checked.]]'))).toEqual([])
    expect(marked(SCRIPT, SCRIPT.replace('[[Check the boots.]]\n\n', ''))).toEqual([])
    expect(marked(SCRIPT, SCRIPT.replace('The Ferry', 'The Boat'))).toEqual([])
  })
})

test('all of a script is revised against an empty one, and an empty one has no line to mark', () => {
  const lines = layout(parse(SCRIPT)).pages.flatMap((page) => page.lines.map(lineText))
  expect(marked('', SCRIPT)).toEqual(lines)
  expect(marked(SCRIPT, '')).toEqual([])
})

test.each(sampleScripts)('each line of %s with a new word is marked, and no other', (_, script) => {
  const after = script.replaceAll(/\b(?:window|door|table)\b/g, 'ZEBRA')
  const pages = layout(parse(after)).pages.flatMap(({ lines }) => lines)
  const expected = pages.filter((line) => lineText(line).includes('ZEBRA'))
  expect(expected.length).toBeGreaterThan(0)
  expect(marked(script, after)).toEqual(expected.map(lineText))
})

test('a revision is named as in Final Draft', () =>
  expect(revisionLabel({ set: 'blue', date: '2026-11-16' })).toBe('Blue Rev. 11/16/2026'))
