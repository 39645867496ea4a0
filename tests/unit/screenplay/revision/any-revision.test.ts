import { assert, asyncProperty } from 'fast-check'
import { expect, test } from 'vitest'
import { fdxOf } from '../../../../screenplay/formats.ts'
import { layout } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { revisedRanges, revisedRows } from '../../../../screenplay/changes.ts'
import { runs } from '../../../support/rounds.ts'
import { anyEdit, edited } from '../generators/any-edit.ts'
import { anyScript } from '../generators/any-script.ts'
import { anyText } from '../generators/any-text.ts'

/** Removes the revision marks, and joins runs of text that differ in nothing else. */
const withoutMarks = (fdx: string): string =>
  fdx
    .replace(/\n {2}<Revisions[^]*<\/Revisions>/, '')
    .replaceAll(/ RevisionID="\d"/g, '')
    .replaceAll(
      /(<Text[^>]*>)([^<]*)(?:<\/Text>\s*\1([^<]*))+<\/Text>/g,
      (run: string, start: string) =>
        `${start}${run.replaceAll(/<\/Text>\s*<[^>]*>|<[^>]*>/g, '')}</Text>`,
    )

async function expectMarksOnly(before: string, after: string): Promise<void> {
  const screenplay = parse(after)
  const pages = layout(screenplay)
  const rows = revisedRows(pages, revisedRanges(before, screenplay))
  for (const [number, marked] of rows) {
    const printed = pages.pages[number - 1]?.lines.map(({ row }) => row)
    expect(marked.filter((row) => !printed?.includes(row))).toEqual([])
  }
  const marked = await fdxOf(screenplay, { set: 'blue', date: '2026-11-16', against: before })
  expect(withoutMarks(marked)).toBe(withoutMarks(await fdxOf(screenplay)))
}

test('marks are beside printed lines, and change nothing else, whatever the texts are', async () => {
  expect.hasAssertions()
  await assert(asyncProperty(anyText, anyText, expectMarksOnly), runs('revision-marks'))
  await assert(
    asyncProperty(anyScript, anyEdit, anyEdit, (script, ...edits) =>
      expectMarksOnly(script, edits.reduce(edited, script)),
    ),
    runs('revision-marks'),
  )
})
