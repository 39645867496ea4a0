import { expect, test } from 'vitest'
import { parse } from '../../../../screenplay/model.ts'
import { readPageSetup } from '../../../../screenplay/layout.ts'
import {
  fdxParagraph as paragraph,
  fdxWith,
  importedText,
  withoutKeptEntry,
} from '../../../support/fdx-text.ts'

const read = async (content: string, rest = '') =>
  withoutKeptEntry(await importedText(fdxWith(content, rest)))

const settings = (type: string, font: string, spec = '') =>
  `<ElementSettings Type="${type}"><FontSpec Style="${font}"/><ParagraphSpec ${spec}/></ElementSettings>`

test('lyrics, shots, centered text, headings of acts and unknown types are read by any of their names', async () => {
  const content = [
    paragraph('Show/Ep. Title', 'THE FOG'),
    paragraph('Cold Opening', 'COLD OPEN'),
    paragraph('Shot', 'close on the lamp'),
    paragraph('Lyric', 'La la'),
    paragraph('End Of Act', 'END OF TEASER'),
    paragraph('End of Act', 'END OF ACT ONE'),
    paragraph('New Act', 'ACT TWO'),
    paragraph('General', 'THE END', ' Alignment="Center"'),
    paragraph('Lyrics', 'Lo lo'),
    paragraph('Cast List', 'Mira, Bo.'),
  ].join('')
  expect(await read(content, settings('Shot', 'AllCaps'))).toBe(
    [
      '> THE FOG <',
      '> COLD OPEN <',
      'CLOSE ON THE LAMP',
      '~La la',
      '> END OF TEASER <',
      '> END OF ACT ONE <',
      '> ACT TWO <',
      '> THE END <',
      '~Lo lo',
      'Mira, Bo.\n',
    ].join('\n\n'),
  )
})

test('a type that becomes another element brings its emphasis along', async () => {
  const content = paragraph('New Act', 'act one') + paragraph('Scene Heading', 'INT. BAR - DAY')
  const rest = settings('New Act', 'Underline+AllCaps') + settings('Scene Heading', 'Bold+AllCaps')
  expect(await read(content, rest)).toBe(
    'Page Setup: scene heading style bold+capitals\n\n> _ACT ONE_ <\n\nINT. BAR - DAY\n',
  )
})

test('a new page may be asked for by a paragraph or by its type', async () => {
  const act = settings('New Act', 'AllCaps', 'StartsNewPage="Yes"')
  const content = [
    paragraph('Action', 'Dark.'),
    paragraph('New Act', 'ACT ONE'),
    paragraph('Action', 'Darker.', ' StartsNewPage="Yes"'),
    paragraph('New Act', 'ACT TWO', ' StartsNewPage="No"'),
  ].join('')
  expect(await read(content, act)).toContain(
    'Dark.\n\n===\n\n> ACT ONE <\n\n===\n\nDarker.\n\n> ACT TWO <\n',
  )
})

test('an omitted scene keeps its number, and its text in a boneyard', async () => {
  const scene = `<Paragraph Number="12" Type="Scene Heading"><Text>OMITTED</Text><OmittedScene>
    ${paragraph('Scene Heading', 'EXT. YARD - DUSK')}${paragraph('Action', 'She waits */ here.')}
  </OmittedScene></Paragraph>`
  const text = await read(scene + paragraph('Scene Heading', 'INT. BAR - DAY', ' Number="13"'))
  expect(text).toBe(
    '.OMITTED #12#\n\n/*\nEXT. YARD - DUSK #12#\n\nShe waits *\\/ here.\n*/\n\nINT. BAR - DAY #13#\n',
  )
})

test('emphasis of a whole heading does not hide that it is one', async () => {
  const content =
    '<Paragraph Type="Scene Heading"><Text Style="Bold">INT. BAR - DAY</Text></Paragraph>'
  expect(await read(content)).toBe('INT. BAR - DAY\n')
})

test('notes stand below the paragraph in which their range begins', async () => {
  const content =
    paragraph('Action', 'Hum.') + paragraph('Action', 'Dark.') + paragraph('Action', 'End.')
  const note = (range: string, text: string) =>
    `<ScriptNote Range="${range}"><Paragraph><Text>${text}</Text></Paragraph></ScriptNote>`
  const notes = `<ScriptNotes>${note('5,10', 'All of it')}${note('0,2', 'Part')}${note('99,99', 'Far')}</ScriptNotes>`
  expect(await read(content, notes)).toBe(
    'Hum.\n\n[[Part]]\n\nDark.\n\n[[All of it]]\n\nEnd.\n\n[[Far]]\n',
  )
})

test('blocks of a title page stay apart', async () => {
  const line = (text: string, alignment: string) =>
    `<Paragraph Alignment="${alignment}"><Text>${text}</Text></Paragraph>`
  const page = [
    line('FOG', 'Center'),
    line('', 'Left'),
    line('Pier 7', 'Left'),
    line('555-0100', 'Left'),
    line('', 'Left'),
    line('Agent: Bo Lamp', 'Right'),
  ].join('')
  const text = await read(
    paragraph('Action', 'Dark.'),
    `<TitlePage><Content>${page}</Content></TitlePage>`,
  )
  expect(text).toBe(
    'Title: FOG\nContact:\n    Pier 7\n    555-0100\nAgent: Bo Lamp\nPage Setup: title 0c 2l 3l 5r\n\nDark.\n',
  )
})

test('the settings of a file become the page setup', async () => {
  const rest = `<PageLayout BottomMargin="54" BreakDialogueAndActionAtSentences="No" DocumentLeading="Tight" TopMargin="72"><PageSize Height="11.69" Width="8.26"/></PageLayout>
    ${settings('Dialogue', '', 'LeftIndent="2.25" RightIndent="6.00" Spacing="2" SpaceBefore="0"')}
    <MoresAndContinueds><DialogueBreaks AutomaticCharacterContinueds="No" DialogueBottom="(more)" DialogueTop="(cont.)"/></MoresAndContinueds>`
  const setup = readPageSetup(parse(await read(paragraph('Action', 'Dark.'), rest)))
  expect(setup).toMatchObject({
    paper: 'a4',
    margins: { top: 1, bottom: 0.75 },
    leading: 'tight',
    breaksSentences: false,
    automaticContinueds: false,
    moreText: '(more)',
    continuedText: '(cont.)',
    formats: { dialogue: { leftIndent: 2.25, spacing: 2 } },
  })
})
