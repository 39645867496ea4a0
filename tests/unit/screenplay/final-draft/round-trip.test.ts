import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { type Element, parse } from '../../../../screenplay/model.ts'
import { exportedFdx, importedText } from '../../../support/fdx-text.ts'
import { RICH_FDX, statementsOf } from '../../../support/documents/final-draft-file.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'

const decision = readFileSync(
  new URL('../../../../docs/decisions/030-final-draft-files.md', import.meta.url),
  'utf8',
)

/** Formats the rows of a table as the decision document does. */
const tableOf = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')

describe('a Final Draft file that is not edited', () => {
  it('loses nothing that prints', async () => {
    const after = await exportedFdx(await importedText(RICH_FDX))
    const found = new Set(statementsOf(after).map(({ path, value }) => `${path} = ${value}`))
    const stated = statementsOf(RICH_FDX)
    const lost = stated.filter(({ path, value }) => !found.has(`${path} = ${value}`))
    // The empty paragraph at its end is not on our pages.
    expect(lost).toEqual([{ path: '/Content[1]/Paragraph[19]@Type', value: 'Action' }])
    // For each part of the file: how many values it has, and how many of them come back.
    const partOf = ({ path }: { path: string }) => /^\/(\w+)/.exec(path)?.[1] ?? 'FinalDraft'
    const losses = Map.groupBy(lost, partOf)
    const rows = [...Map.groupBy(stated, partOf)].map(([part, { length }]) => [
      part,
      String(length),
      String(length - (losses.get(part)?.length ?? 0)),
    ])
    expect(decision).toContain(tableOf(rows))
  })

  it('is the same text when it is imported again', async () => {
    const text = await importedText(RICH_FDX)
    const exported = await exportedFdx(text)
    expect(await importedText(exported)).toBe(text)
    expect(await exportedFdx(await importedText(exported))).toBe(exported)
  })

  it.each(sampleScripts)('comes back byte for byte if we wrote it: %s', async (_name, source) => {
    const fdx = await exportedFdx(source)
    expect(await exportedFdx(await importedText(fdx))).toBe(fdx)
  })
})

/** Groups of elements to compare; sections and synopses may come back in a different place. */
const groups: readonly [string, (element: Element) => string | undefined][] = [
  [
    'printed',
    ({ type, text, sceneNumber, dual }) =>
      /^(?:note|section|synopsis|boneyard)$/.test(type)
        ? undefined
        : [type, dual, sceneNumber, text.replace(/ \(cont['’]d\)$/i, '')].join(' '),
  ],
  ['sections', ({ type, text, depth }) => (type === 'section' ? `${depth} ${text}` : undefined)],
  ['synopses', ({ type, text }) => (type === 'synopsis' ? text : undefined)],
]

const notesIn = (text: string) =>
  [...text.matchAll(/\[\[([^]*?)\]\]/g)].map(([, note]) => note?.trim().replaceAll(/\s+/g, ' '))

const inOrder = (one: readonly unknown[], other: readonly unknown[]) => {
  let at = 0
  for (const each of other) if (each === one[at]) at += 1
  return at
}

test('the sample scripts come back from Final Draft as the decision says', async () => {
  const rows: string[][] = []
  for (const [name, source] of sampleScripts) {
    const after = await importedText(await exportedFdx(source))
    const [before, now] = [parse(source).elements, parse(after).elements]
    const cells = groups.map(([, textOf]) => {
      const [one, other] = [before, now].map((each) =>
        each.flatMap((element) => textOf(element) ?? []),
      )
      return `${inOrder(one ?? [], other ?? [])} of ${one?.length}`
    })
    const [notes, notesNow] = [notesIn(source), notesIn(after)]
    const boneyard = (text: string) =>
      parse(text).elements.filter(({ type }) => type === 'boneyard')
    rows.push([
      name.replace('.fountain', ''),
      ...cells,
      `${notes.filter((note) => notesNow.includes(note)).length} of ${notes.length}`,
      `${boneyard(after).length} of ${boneyard(source).length}`,
    ])
  }
  expect(decision).toContain(tableOf(rows))
})
