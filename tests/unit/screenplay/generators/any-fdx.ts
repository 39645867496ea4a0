import * as fc from 'fast-check'
import { parse } from '../../../../screenplay/model.ts'
import { fdxParagraph, fdxWith } from '../../../support/fdx-text.ts'

const words = fc.constantFrom(
  'rain',
  'The lamp falls.',
  'La la.',
  'BANG',
  'a  wide\tgap',
  'one line\nand another',
  '(softly)',
  '*star*',
  'INT. ROOM',
  '[[x]]',
  'FADE OUT.',
  'two:',
  '===',
  '~sung',
)

const line = fc.array(words, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '))

const textAttributes = fc.constantFrom(
  '',
  '',
  '',
  ' RevisionID="2"',
  ' Style="Bold"',
  ' Style="Italic+Underline"',
  ' Style="AllCaps"',
  ' Font="Arial" TagNumber="7"',
)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const texts = fc
  .array(fc.tuple(textAttributes, fc.oneof(line, fc.constantFrom('', ' '))), { maxLength: 3 })
  .map((runs) => runs.map(([given, text]) => `<Text${given}>${escaped(text)} </Text>`).join(''))

const types = fc.constantFrom(
  'Scene Heading',
  'Action',
  'Action',
  'Character',
  'Dialogue',
  'Dialogue',
  'Dialogue',
  'Parenthetical',
  'Transition',
  'Shot',
  'General',
  'Lyric',
  'New Act',
  'End of Act',
  'End Of Act',
  'Cast List',
)

const attributes = fc.constantFrom(
  '',
  '',
  '',
  '',
  ' StartsNewPage="Yes"',
  ' SpaceBefore="36"',
  ' Alignment="Center"',
  ' Number="12A"',
  ' LeftIndent="2.00"',
)

const properties =
  '<SceneProperties Title="Fog"><Summary><Paragraph><Text>They meet.</Text></Paragraph></Summary></SceneProperties>'

const plain = fc
  .tuple(types, attributes, texts, fc.boolean())
  .map(([type, asked, styled, isScene]) => {
    // What a second import may change is listed in docs/screenplay.md.
    const isSaid = ['Dialogue', 'Parenthetical', 'Lyric'].includes(type)
    const given = isSaid ? asked.replace(' StartsNewPage="Yes"', '') : asked
    const text = / act$/i.test(type) ? styled.replaceAll(/ Style="[^"]*"/g, '') : styled
    // Fountain has no heading that begins with a sign, and a synopsis belongs to a heading.
    const isHeading = type === 'Scene Heading' && /^<Text[^>]*>\w/.test(text)
    const inside = isScene && isHeading ? properties : ''
    const isEmpty = text.replaceAll(/<[^>]*>/g, '').trim() === ''
    return `<Paragraph Type="${type}"${isEmpty ? '' : given}>${inside}${text}</Paragraph>`
  })

const name = fc.constantFrom('ANN', "ANN (CONT'D)", 'ANN (V.O.)', 'Bo', 'McNAB (cont’d)', 'ANN/BO')

const speech = fc
  .tuple(
    name,
    fc.array(fc.tuple(fc.constantFrom('Dialogue', 'Dialogue', 'Parenthetical', 'Lyric'), line)),
  )
  .map(([who, said]) =>
    [['Character', who] as const, ...said]
      .map(([type, text]) => fdxParagraph(type, escaped(text)))
      .join(''),
  )

const noParagraph = fc.constant('')

const dual = fc
  .tuple(
    fc.oneof({ weight: 5, arbitrary: noParagraph }, { weight: 1, arbitrary: plain }),
    speech,
    fc.oneof({ weight: 3, arbitrary: noParagraph }, { weight: 1, arbitrary: plain }),
    fc.oneof({ weight: 5, arbitrary: speech }, { weight: 1, arbitrary: noParagraph }),
    fc.oneof({ weight: 3, arbitrary: noParagraph }, { weight: 1, arbitrary: plain }),
  )
  .map(
    (both) => `<Paragraph Type="General"><DualDialogue>${both.join('')}</DualDialogue></Paragraph>`,
  )

const omitted = fc
  .array(fc.oneof(plain, speech), { maxLength: 3 })
  .map(
    (list) =>
      `<Paragraph Number="2" Type="Scene Heading"><Text>OMITTED</Text><OmittedScene>${fdxParagraph('Scene Heading', 'EXT. YARD')}${list.join('')}</OmittedScene></Paragraph>`,
  )

const font = (type: string, style: string | undefined) =>
  style === undefined
    ? ''
    : `<ElementSettings Type="${type}"><FontSpec Style="${style}"/></ElementSettings>`

const capitals = fc.constantFrom('AllCaps', 'AllCaps', '', undefined)

const settings = fc
  .record({
    'Scene Heading': capitals,
    Character: capitals,
    Transition: capitals,
    Shot: capitals,
    'Cast List': capitals,
    isAutomatic: fc.constantFrom('Yes', 'No'),
  })
  .map(({ isAutomatic, ...styles }) => {
    const fonts = Object.entries(styles).map(([type, style]) => font(type, style))
    return `${fonts.join('')}<MoresAndContinueds><DialogueBreaks AutomaticCharacterContinueds="${isAutomatic}"/></MoresAndContinueds>`
  })

const notes = fc
  .array(fc.tuple(fc.nat(200), fc.nat(9)), { maxLength: 3 })
  .map((ranges) =>
    ranges.map(
      ([from, length], at) =>
        `<ScriptNote Id="${at + 5}" Range="${from},${from + length}"><Paragraph><Text>Note ${at}</Text></Paragraph></ScriptNote>`,
    ),
  )
  .map((list) => `<ScriptNotes>${list.join('')}</ScriptNotes>`)

const titleLine = fc.tuple(
  fc.constantFrom('', '', ' Alignment="Center"', ' Alignment="Right"', ' Alignment="Left"'),
  fc.constantFrom('', '', '', ' StartsNewPage="Yes"', ' SpaceBefore="24"', ' LeftIndent="2.50"'),
  fc.constantFrom(
    '',
    '',
    '',
    'FOG',
    'Written by',
    'Ada Quill\nBo Lamp',
    'Agent: Bo Lamp',
    'Episode: 101\n\nBlue',
    '1 May 2026',
    '*star* <b>',
    'CAST',
    'Notes: none',
  ),
)

const titlePage = fc.array(titleLine, { maxLength: 12 }).map((lines) => {
  const paragraphs = lines.map(
    ([alignment, given, text]) =>
      `<Paragraph${alignment}${given}><Text>${escaped(text)}</Text></Paragraph>`,
  )
  return `<TitlePage><Content>${paragraphs.join('')}</Content></TitlePage>`
})

const lockedPages = fc
  .array(fc.tuple(fc.nat(300), fc.nat(2), fc.nat(3), fc.constantFrom('0', '0', '0', '1')), {
    maxLength: 4,
  })
  .map((places) => {
    const pages = places.map(
      ([position, level, index, deleted], at) =>
        `<LockedPage Deleted="${deleted}" LevelIndex="${index}" LockLevel="${level}" PageNumber="${at + 1}" Position="${position}"/>`,
    )
    return `<LockedPages>${pages.join('')}</LockedPages>`
  })

const headings = fc.constantFrom(
  '',
  '<ElementSettings Type="New Act"><FontSpec Style="Underline+AllCaps"/><ParagraphSpec Alignment="Center" LeftIndent="1.00" RightIndent="7.50" SpaceBefore="36" StartsNewPage="Yes"/></ElementSettings>',
  '<ElementSettings Type="End of Act"><FontSpec Style="Bold"/><ParagraphSpec LeftIndent="1.00" SpaceBefore="24"/></ElementSettings><ElementSettings Type="End Of Act"><FontSpec Style="AllCaps"/><ParagraphSpec LeftIndent="2.00" SpaceBefore="12"/></ElementSettings>',
)

/** Final Draft files with paragraphs in any order, also such as Final Draft itself would not write. */
export const anyFdx = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: plain },
        { weight: 5, arbitrary: speech },
        { weight: 1, arbitrary: dual },
        { weight: 1, arbitrary: omitted },
      ),
      { maxLength: 12 },
    ),
    settings,
    notes,
    titlePage,
    fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: lockedPages }),
    headings,
  )
  .map(([paragraphs, ...rest]) =>
    fdxWith(fdxParagraph('Action', 'It begins.') + paragraphs.join(''), rest.join('')),
  )

type LineEdit = { at: number; removed: number; inserted: string[] }

/** A change of the script below its title page. */
export const anyLineEdit: fc.Arbitrary<LineEdit> = fc.record({
  at: fc.nat(),
  removed: fc.nat(4),
  inserted: fc.array(
    fc.constantFrom(
      '',
      '',
      'ANN',
      'La la.',
      'BO (V.O.) ^',
      '(low)',
      'New words.',
      'INT. ROOM #7#',
      '===',
      '[[Mine]]',
      '/*',
      '*/',
      '~sung',
      '> CUT TO:',
      '= Plan',
      '# Act',
      '  ',
    ),
    { maxLength: 4 },
  ),
})

export function withLineEdit(text: string, { at, removed, inserted }: LineEdit): string {
  const script = parse(text).elements[0]?.start ?? text.length
  const lines = text.slice(script).split('\n')
  lines.splice(at % (lines.length + 1), removed, ...inserted)
  return text.slice(0, script) + lines.join('\n')
}
