import { array, assert, constantFrom, oneof, property } from 'fast-check'
import { expect, test } from 'vitest'
import { docxOf } from '../../../screenplay/formats.ts'
import { parse } from '../../../screenplay/model.ts'
import { printedAnswer } from '../../../web/features/chat/answers/printed-answer.ts'
import { richText } from '../../../web/features/chat/docs-page/rich-text.ts'
import { openDocx, textOf } from '../../support/documents/docx-reading.ts'
import { runs } from '../../support/rounds.ts'

/** What the writer is told, in shapes that mean something else in a script. */
const SAID = [
  'Here is what I changed: the ending',
  'Here is what I changed:\n- Mara: no longer lies\n- INT. BAR: gone',
  'Title: I would call it Fog\nAuthor: you',
  '# Changes',
  '## Act two',
  '= In short, it is darker',
  '=== 12',
  '[[ Why? ]] I asked myself.',
  '/* not this */ but that',
  '> She leaves in the rain',
  '~ hum',
  '.hidden',
  '@mara is a name',
  '!Look',
  'INT. BAR - DAY is the new first scene',
  'THE BAR\nis where it begins',
  'CUT TO:',
]
const prose = SAID.join('\n\n')
const scene = 'INT. BAR - DAY\n\nMARA\nHello.'
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

const edits = [
  { kind: 'inserted' as const, id: null, heading: 'INT. BAR - DAY', applied: true, text: scene },
]

async function documentText(fountain: string): Promise<string> {
  const { paragraphs } = await openDocx(new Uint8Array(await docxOf(parse(fountain))))
  return paragraphs.map(textOf).join('\n')
}

test.each(['question', 'conversation', 'refusal'] as const)(
  'a %s is whole in the Word document and on the clipboard, and none of it is a screenplay',
  async (withheld) => {
    const fountain = printedAnswer({ content: prose, changes: null, withheld })
    const { titlePage, elements } = parse(fountain)
    expect(titlePage).toEqual([])
    expect(new Set(elements.map(({ type }) => type))).toEqual(new Set(['action']))
    const { html, plain } = richText(fountain)
    expect(wordsOf(plain)).toEqual(wordsOf(prose))
    expect(wordsOf(html.replaceAll(/<[^>]+>|&[a-z]+;/g, ' '))).toEqual(wordsOf(prose))
    expect(wordsOf(await documentText(fountain))).toEqual(wordsOf(prose))
  },
)

test('what is said beside scenes is whole, and the scenes stay scenes', async () => {
  const content = `${prose}\n\n${scene}\n\nEnd: that is all`
  const changes = { prose: `${prose}\n\n\n\nEnd: that is all`, edits }
  const fountain = printedAnswer({ content, changes, withheld: null })
  const types = parse(fountain).elements.map(({ type }) => type)
  expect(types.filter((type) => type !== 'action')).toEqual([
    'scene-heading',
    'character',
    'dialogue',
  ])
  expect(wordsOf(richText(fountain).plain)).toEqual(wordsOf(content))
  expect(wordsOf(await documentText(fountain))).toEqual(wordsOf(content))
})

test('a script without prose is printed as it is', () => {
  const content = `Title: Fog\n\n# Act one\n\n${scene}\n`
  expect(printedAnswer({ content, changes: null, withheld: null })).toBe(content)
  const changes = { prose: '', edits }
  expect(printedAnswer({ content: scene, changes, withheld: null })).toBe(scene)
})

test('no word of any prose is lost', () => {
  const line = oneof(constantFrom(...SAID, 'JO', 'He runs.', '  ', '**Bold** _word_', '1. One'))
  assert(
    property(array(oneof(line, constantFrom(''))), (lines) => {
      const content = lines.join('\n')
      const fountain = printedAnswer({ content, changes: null, withheld: 'conversation' })
      expect(wordsOf(richText(fountain).plain)).toEqual(wordsOf(content))
    }),
    runs('script-tidying'),
  )
})
