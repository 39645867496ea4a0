import { expect, test } from 'vitest'
import { type FdxLoss, importScript } from '../../../../screenplay/formats.ts'
import { importingMessages } from '../../../../web/messages/importing.ts'
import { fdxParagraph as paragraph, fdxWith } from '../../../support/fdx-text.ts'

const lossesOf = async (content: string, rest = '') =>
  (await importScript(new TextEncoder().encode(fdxWith(content, rest)), 'a.fdx')).losses

const text = (attributes: string) =>
  `<Paragraph Type="Action"><Text ${attributes}>Rain.</Text></Paragraph>`

const speech = paragraph('Character', 'ANN') + paragraph('Dialogue', 'Now.')

const header = (label: string) =>
  `<HeaderAndFooter HeaderVisible="Yes"><Header><Paragraph><DynamicLabel Type="${label}"/><Text>.</Text></Paragraph></Header></HeaderAndFooter>`

const locked = '<LockedPages><LockedPage PageNumber="2" Position="9000"/></LockedPages>'

const macros = `<Macros>${Array.from({ length: 9000 }, (_, n) => `<Macro Name="${Math.imul(n, 2_654_435_761)} ${Math.imul(n, 40_503_977)}"/>`).join('')}</Macros>`

const cases: [FdxLoss, string, string?][] = [
  ['revision-marks', text('RevisionID="2"')],
  ['fonts', text('Font="Arial"')],
  ['fonts', text('Color="#FFFF00000000"')],
  ['formats', paragraph('Action', 'Rain.', ' LeftIndent="2.00"')],
  [
    'formats',
    paragraph('Cast List', 'Ann'),
    '<ElementSettings Type="Cast List"><ParagraphSpec LeftIndent="3.00"/></ElementSettings>',
  ],
  ['other-elements', paragraph('Scene Heading', '- LATER -')],
  ['line-breaks', paragraph('Action', 'A\tlamp.')],
  ['headers', text(''), header('Last Revised')],
  [
    'empty-paragraphs',
    paragraph('Character', 'ANN') +
      text('').replace('Rain.', '') +
      speech.slice(speech.indexOf('</Paragraph>') + 12),
  ],
  ['line-breaks', paragraph('Character', 'ANN\nBO') + paragraph('Dialogue', 'Now.')],
  [
    'dual-dialogue',
    `<Paragraph><DualDialogue>${speech}${text('')}${speech}</DualDialogue></Paragraph>`,
  ],
  ['dialogue-without-name', paragraph('Dialogue', 'Who?')],
  ['locked-pages', paragraph('Action', 'Rain. '.repeat(9000)), locked],
  ['too-much', text(''), macros],
]

test.each(cases)('the import of a file reports a loss: %s', async (loss, content, rest) => {
  expect(await lossesOf(content, rest)).toEqual([loss])
  expect(importingMessages.finalDraft[loss]).toMatch(/\w\.$/)
})

test('a file that is shown as it is has no losses', async () => {
  const content = text('RevisionID="0" Font="Courier Final Draft" Size="12" Color="#000000000000"')
  expect(await lossesOf(content + speech, header('Page #'))).toEqual([])
})
