import { expect, test } from 'vitest'
import { presets, writePageSetup } from '../../../../screenplay/layout.ts'
import { readXml, type XmlElement } from '../../../../screenplay/formats.ts'
import { allNamed, childNamed } from '../../../support/documents/docx-reading.ts'
import { fdxComplaints } from '../../../support/documents/fdx-schema.ts'
import { exportedFdx, importedText } from '../../../support/fdx-text.ts'

async function documentOf(text: string): Promise<XmlElement> {
  const fdx = await exportedFdx(text)
  expect(fdxComplaints(fdx)).toEqual([])
  return readXml(fdx)
}

const settingsOf = (document: XmlElement, type: string) =>
  allNamed(document, 'ElementSettings').find(({ attributes }) => attributes['Type'] === type)

const textIn = (element: XmlElement): string =>
  allNamed(element, 'Text')
    .map(({ children }) => children.map(String).join(''))
    .join('|')

test('the page setup becomes the settings of the file', async () => {
  const document = await documentOf(writePageSetup('Dark.\n', presets['multi-camera']))
  const dialogue = childNamed(settingsOf(document, 'Dialogue'), 'ParagraphSpec')
  expect(dialogue?.attributes).toMatchObject({
    LeftIndent: '2.25',
    RightIndent: '6.00',
    Spacing: '2',
  })
  const heading = settingsOf(document, 'Scene Heading')
  expect(childNamed(heading, 'FontSpec')?.attributes['Style']).toBe('Underline+AllCaps')
  expect(childNamed(heading, 'ParagraphSpec')?.attributes['SpaceBefore']).toBe('12')
  const act = childNamed(settingsOf(document, 'New Act'), 'ParagraphSpec')
  expect(act?.attributes['StartsNewPage']).toBe('Yes')
})

test('margins, leading, paper and continueds are written', async () => {
  const setup = {
    ...presets.a4,
    leading: 'tight',
    margins: { ...presets.a4.margins, top: 0.75 },
    breaksSentences: false,
    automaticContinueds: false,
    moreText: '(weiter)',
  } as const
  const document = readXml(await exportedFdx(writePageSetup("MIRA (CONT'D)\nStill here.\n", setup)))
  expect(textIn(childNamed(document, 'Content')!)).toBe("MIRA (CONT'D)|Still here.")
  const layout = childNamed(document, 'PageLayout')
  expect(layout?.attributes).toMatchObject({
    BreakDialogueAndActionAtSentences: 'No',
    DocumentLeading: 'Tight',
    TopMargin: '54',
  })
  expect(childNamed(layout, 'PageSize')?.attributes).toEqual({ Height: '11.69', Width: '8.27' })
  const [breaks] = allNamed(document, 'DialogueBreaks')
  expect(breaks?.attributes).toMatchObject({
    AutomaticCharacterContinueds: 'No',
    DialogueBottom: '(weiter)',
  })
})

test('notes, sections and synopses are written, and come back where they were', async () => {
  const text = [
    '# ACT ONE',
    '= How it begins.',
    'INT. BAR - DAY',
    '= They meet.',
    'Dust.',
    '[[Whose dust?\nAsk Bo.]]',
    '## Turn',
    'Dark.\n',
  ].join('\n\n')
  const document = await documentOf(text)
  expect(textIn(allNamed(document, 'Summary')[0]!)).toBe('They meet.')
  const notes = allNamed(document, 'ScriptNote').map((note) => [
    note.attributes['Type'],
    note.attributes['Name'],
    note.attributes['Range'],
    textIn(note),
  ])
  expect(notes).toEqual([
    ['Section', '#', '0,0', 'ACT ONE'],
    ['Synopsis', undefined, '0,0', 'How it begins.'],
    [undefined, undefined, '15,20', 'Whose dust?|Ask Bo.'],
    ['Section', '##', '21,21', 'Turn'],
  ])
  expect(await importedText(await exportedFdx(text))).toBe(text)
})

test('a note inside a paragraph points to its place', async () => {
  const document = await documentOf('She picks up [[Which?]] the knife.\n')
  const [note] = allNamed(document, 'ScriptNote')
  expect(note?.attributes['Range']).toBe('13,13')
  expect(textIn(childNamed(document, 'Content')!)).toBe('She picks up the knife.')
})

test('an omitted scene is written inside its heading', async () => {
  const text =
    '.OMITTED #12#\n\n/*\nEXT. YARD - DUSK #12#\n\nShe waits.\n*/\n\nINT. BAR - DAY #13#\n'
  const document = await documentOf(text)
  const [scene] = allNamed(document, 'OmittedScene')
  expect(allNamed(scene!, 'Paragraph').map(({ attributes }) => attributes)).toEqual([
    { Type: 'Scene Heading' },
    { Type: 'Action' },
  ])
  expect(await importedText(await exportedFdx(text))).toBe(text)
})

test('an omitted scene comes back without its fixed pages and what was crossed out in it', async () => {
  const text =
    'INT. HALL #11#\n\nDust.\n\n.OMITTED #12#\n\n/*\nEXT. YARD - DUSK #12#\n\n[[=== 13]]\n\nShe waits. /* no *\\/\n\nJO\nNow?\n*/\n\nINT. BAR - DAY #13#\n'
  const back = await importedText(await exportedFdx(text))
  expect(back).toBe(text.replace('[[=== 13]]\n\n', '').replace(' /* no *\\/', ''))
})

test('notes that fix pages are not written as notes', async () => {
  const text =
    'Production Lock: pages\n\nDust.\n\n[[=== 2]]\n\nRain [[=== 2A]]falls. [[Hard?]]\n\nEVA\nNow!\n\n[[=== 3]]\n\nION ^\nNo!\n'
  const document = await documentOf(text)
  expect(allNamed(document, 'ScriptNote').map(textIn)).toEqual(['Hard?'])
  expect(textIn(childNamed(document, 'Content')!)).toContain('Rain falls.')
})

test('a page that stands for a cut one is named, and comes back as it was', async () => {
  const text = 'Production Lock: pages\n\nDust.\n\n[[=== 2]]\n\n[[=== 3]]\n\nRain.\n'
  const document = await documentOf(text)
  const [note, ...others] = allNamed(document, 'ScriptNote')
  expect([note?.attributes['Type'], textIn(note!), others]).toEqual(['Page', '2-3', []])
  expect(await importedText(await exportedFdx(text))).toBe(text)
})

test('a page with a number of its own starts a page, and comes back with its number', async () => {
  const text = 'Dust.\n\n=== 12A\n\nRain.\n\n===\n\nWind.\n'
  const document = await documentOf(text)
  const content = allNamed(childNamed(document, 'Content')!, 'Paragraph')
  expect(content.map(({ attributes }) => attributes['StartsNewPage'])).toEqual([
    undefined,
    'Yes',
    'Yes',
  ])
  const [note] = allNamed(document, 'ScriptNote')
  expect(note?.attributes).toEqual({ Id: '1', Range: '6,6', Type: 'Page' })
  expect(await importedText(await exportedFdx(text))).toBe(text)
  const first = '=== 5\n\nRain.\n'
  expect(await importedText(await exportedFdx(first))).toBe(first)
})

test('dual dialogue is a general paragraph with space above', async () => {
  const document = await documentOf('EVA\nNow!\n\nION ^\nNo!\n')
  const dual = childNamed(document, 'Content')!.children.find((each) => typeof each !== 'string')
  expect(dual?.attributes).toEqual({ SpaceBefore: '12', Type: 'General' })
  expect(dual && childNamed(dual, 'DualDialogue')).toBeDefined()
})
