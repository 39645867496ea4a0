import { expect, test } from 'vitest'
import { revisionSets } from '../../../../contract/revision-sets.ts'
import { fdxOf, importScript, readXml } from '../../../../screenplay/formats.ts'
import { parse } from '../../../../screenplay/model.ts'
import { allNamed, childNamed } from '../../../support/documents/docx-reading.ts'
import { fdxComplaints } from '../../../support/documents/fdx-schema.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'

const BEFORE = 'INT. BAR - DAY\n\nA **very** old lamp.\n\nMIRA\nNo. Never, I say.\n\nCUT TO:\n'
const REVISION = { set: 'pink', date: '2026-11-16', against: BEFORE } as const

const fdx = (after: string) => fdxOf(parse(after), REVISION)

/** The revised parts of the text. */
const revised = async (after: string): Promise<string[]> =>
  allNamed(childNamed(readXml(await fdx(after)), 'Content')!, 'Text')
    .filter(({ attributes }) => attributes['RevisionID'] === '3')
    .map(({ children }) => children.map(String).join(''))

test('changed and new words have the id of their revision set', async () => {
  expect(await revised(BEFORE)).toEqual([])
  expect(await revised(BEFORE.replace('old', 'new'))).toEqual(['new'])
  expect(await revised(BEFORE.replace('**very** old', '**really** new'))).toEqual([
    'really',
    ' new',
  ])
  expect(await revised(BEFORE.replace('CUT', 'JO\nYes 😀!\n\nCUT'))).toEqual(['JO', 'Yes 😀!'])
})

test('where words were removed, the word at that place has it', async () => {
  expect(await revised(BEFORE.replace('Never, ', ''))).toEqual(['I'])
  expect(await revised(BEFORE.replace('A **very** old lamp.\n\n', ''))).toEqual(['MIRA'])
})

test('all revision sets are listed, with a mark, and the one in use is named with its date', async () => {
  const revisions = childNamed(readXml(await fdx(BEFORE)), 'Revisions')!
  expect(revisions.attributes).toMatchObject({ ActiveSet: '3', Location: '7.75' })
  const sets = allNamed(revisions, 'Revision').map(({ attributes }) => attributes)
  expect(sets.map(({ ID }) => ID)).toEqual(revisionSets.map((_, n) => String(n + 1)))
  expect(sets.map(({ Mark }) => Mark)).toEqual(revisionSets.map(() => '*'))
  expect(sets.map(({ Name }) => Name).slice(0, 3)).toEqual([
    'White Rev.',
    'Blue Rev.',
    'Pink Rev. 11/16/2026',
  ])
})

test.each(sampleScripts)(
  '%s with marks is valid and is imported with the same text',
  async (_, script) => {
    const after = script.replaceAll(/\bthe\b/g, 'that')
    const marked = await fdxOf(parse(after), { ...REVISION, against: script })
    expect(fdxComplaints(marked)).toEqual([])
    const imported = async (document: string) =>
      (await importScript(new TextEncoder().encode(document), 'script.fdx')).text.replace(
        /^Final Draft:.*\n(?: .*\n)*/m,
        '',
      )
    expect(marked).toContain('RevisionID')
    expect(await imported(marked)).toBe(await imported(await fdxOf(parse(after))))
  },
)
