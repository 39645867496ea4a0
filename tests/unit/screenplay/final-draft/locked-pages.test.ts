import { describe, expect, it, test } from 'vitest'
import { layout, lineText, type Pages } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { locksOf, lockPages, unlockPages } from '../../../../screenplay/production.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { readXml } from '../../../../screenplay/formats.ts'
import { allNamed } from '../../../support/documents/docx-reading.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'
import {
  exportedFdx,
  fdxParagraph as paragraph,
  fdxWith,
  importedText,
  withoutKeptEntry,
} from '../../../support/fdx-text.ts'

const page = (number: string, position: number, rest = 'LevelIndex="0" LockLevel="0"') =>
  `<LockedPage Deleted="0" ${rest} PageNumber="${number}" Position="${position}"/>`

const locked = (...pages: string[]) => `<LockedPages>${pages.join('')}</LockedPages>`

const read = async (content: string, ...pages: string[]) =>
  withoutKeptEntry(await importedText(fdxWith(content, locked(...pages))))

/** The numbers of the pages, and how each begins. */
const startsOf = ({ pages }: Pages) =>
  pages.map(({ label, lines }) => {
    const first = lines.find(({ kind }) => kind === 'text')
    return `${label} ${first ? lineText(first) : ''}`
  })

const laidOut = (text: string) => startsOf(layout(parse(text)))

const positionsIn = (fdx: string) =>
  allNamed(readXml(fdx), 'LockedPage').map(({ attributes }) => [
    attributes['PageNumber'],
    Number(attributes['Position']),
  ])

describe('the locked pages of a file', () => {
  const content =
    paragraph('Action', 'One.') +
    paragraph('Action', 'Two. Three.') +
    paragraph('Character', 'ANN') +
    paragraph('Dialogue', 'Four.') +
    paragraph('Parenthetical', 'low') +
    paragraph('Dialogue', 'Five.')

  it('become the pages of the script, wherever they begin', async () => {
    const text = await read(content, page('1', 0), page('2', 10), page('3', 27), page('4', 31))
    expect(text).toBe(
      'Production Lock: pages\n\nOne.\n\nTwo. [[=== 2]]Three.\n\nANN\nFour.\n[[=== 3]](low)\n[[=== 4]]Five.\n',
    )
    expect(laidOut(text)).toEqual(['1 One.', '2 Three.', '3 (low)', '4 Five.'])
    expect(locksOf(parse(text)).pages).toBe(true)
  })

  it('have letters where pages were inserted', async () => {
    const inserted = page('1', 5, 'LevelIndex="0" LockLevel="1"')
    const deeper = page('1', 10, 'LevelIndex="0" LockLevel="2"')
    const text = await read(content, page('1', 0), inserted, deeper, page('2', 17))
    expect(laidOut(text).map((each) => each.split(' ')[0])).toEqual(['1', '1A', '1B', '2'])
  })

  it('are named by the page before them if they were cut', async () => {
    const cut = page('2', 5).replace('Deleted="0"', 'Deleted="1"')
    const text = await read(content, page('1', 0), cut, page('3', 5), page('4', 17))
    expect(laidOut(text)).toEqual(['1 One.', '2-3 Two. Three.', '4 ANN'])
  })

  it('are exported as they were, and where their text is after an edit elsewhere', async () => {
    const file = fdxWith(content, locked(page('1', 0), page('2', 10), page('3', 27)))
    const text = await importedText(file)
    expect(positionsIn(await exportedFdx(text))).toEqual([
      ['1', 0],
      ['2', 10],
      ['3', 27],
    ])
    const edited = text.replace('One.', 'One and more.')
    expect(positionsIn(await exportedFdx(edited))).toEqual([
      ['1', 0],
      ['2', 19],
      ['3', 36],
    ])
    expect(laidOut(edited)).toEqual(['1 One and more.', '2 Three.', '3 (low)'])
  })

  it('are not exported once the pages are unlocked', async () => {
    const text = await importedText(fdxWith(content, locked(page('1', 0), page('2', 10))))
    const unlocked = applySplices(text, unlockPages(parse(text)))
    expect(positionsIn(await exportedFdx(unlocked))).toEqual([])
  })

  it('are ignored where the file says nothing that can be read', async () => {
    const text = await read(content, '<LockedPage Number="1"/>', page('2', Number.NaN))
    expect(text).not.toContain('===')
    expect(text).not.toContain('Production Lock')
  })

  it('begin in no paragraph that is longer than any page', async () => {
    const long = paragraph('Action', 'Rain. '.repeat(10_000))
    expect(await read(long, page('1', 0), page('2', 600))).not.toContain('[[===')
  })
})

test.each(sampleScripts)('the locked pages of a script come back: %s', async (_name, source) => {
  const text = applySplices(source, lockPages(layout(parse(source))))
  const fdx = await exportedFdx(text)
  const back = await importedText(fdx)
  expect(laidOut(back)).toEqual(laidOut(text))
  expect(await exportedFdx(back)).toBe(fdx)
  expect(await importedText(await exportedFdx(back))).toBe(back)
})
