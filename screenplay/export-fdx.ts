import { type PrintedElement, printedElements, type Screenplay } from './elements.ts'
import { type Span, spansOf } from './emphasis.ts'
import { sheets } from './layout/paper.ts'
import { titlePages } from './layout/title-page.ts'
import { escapeXml } from './xml.ts'
import { printable } from './export/printable.ts'

/** Final Draft has no type for centered text and lyrics; it uses alignment and italics instead. */
const types = {
  'scene-heading': 'Scene Heading',
  action: 'Action',
  centered: 'Action',
  character: 'Character',
  parenthetical: 'Parenthetical',
  dialogue: 'Dialogue',
  lyrics: 'Dialogue',
  transition: 'Transition',
} as const

/** Exports a screenplay in Final Draft's format, with only the parts Final Draft requires. */
export function fdxOf(screenplay: Screenplay): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<FinalDraft DocumentType="Script" Template="No" Version="4">
  <Content>
${contentOf(printedElements(screenplay)).join('\n')}
  </Content>${titlePageOf(screenplay)}
</FinalDraft>
`
}

function contentOf(elements: readonly PrintedElement[]): string[] {
  const content: string[] = []
  let startsNewPage = false
  for (let at = 0; at < elements.length; at += 1) {
    const element = elements[at]!
    if (element.type === 'page-break') {
      startsNewPage = content.length > 0
      continue
    }
    if (element.dual === 'left') {
      let end = at
      while (elements[end]?.dual === 'left') end += 1
      while (elements[end]?.dual === 'right') end += 1
      const speeches = elements.slice(at, end).map((each) => paragraphOf(each, false, '        '))
      content.push(
        `    <Paragraph${attributes({ StartsNewPage: startsNewPage && 'Yes' })}>
      <DualDialogue>
${speeches.join('\n')}
      </DualDialogue>
    </Paragraph>`,
      )
      at = end - 1
    } else content.push(paragraphOf(element, startsNewPage, '    '))
    startsNewPage = false
  }
  return content
}

function paragraphOf(element: PrintedElement, startsNewPage: boolean, indent: string): string {
  if (element.type === 'page-break') return ''
  const spans = spansOf(printable(textOf(element)))
  const start = attributes({
    Alignment: element.type === 'centered' && 'Center',
    Number: element.sceneNumber,
    // Lyrics outside a speech have space above; on import the attribute also tells lyrics from dialogue.
    SpaceBefore: element.type === 'lyrics' && (element.joinsPrevious ? '0' : '12'),
    StartsNewPage: startsNewPage && 'Yes',
    Type: types[element.type],
  })
  const texts = spans.map((span) => textElement(span, element.type === 'lyrics'))
  return `${indent}<Paragraph${start}>\n${indent}  ${texts.join('')}\n${indent}</Paragraph>`
}

const continued = /^\(\s*cont(?:['’]d|inued)?\.?\s*\)\s*$/i

/** Final Draft adds (CONT'D) itself; keeping it in the text would print it twice. */
function textOf({ type, text }: PrintedElement): string {
  const at = type === 'character' ? text.lastIndexOf('(') : -1
  return at > 0 && continued.test(text.slice(at)) ? text.slice(0, at).trimEnd() : text
}

function textElement({ text, bold, italic, underline }: Span, isLyrics = false): string {
  const styles = [
    bold && 'Bold',
    (italic || isLyrics) && 'Italic',
    underline && 'Underline',
  ].filter(Boolean)
  return `<Text${attributes({ Style: styles.join('+') })}>${escapeXml(text)}</Text>`
}

/** Omits empty attributes. */
const attributes = (values: Record<string, string | false | undefined>) =>
  Object.entries(values)
    .map(([name, value]) => (value ? ` ${name}="${escapeXml(printable(value))}"` : ''))
    .join('')

/** Final Draft positions a title page by empty lines, so write every line. */
function titlePageOf({ titlePage }: Screenplay): string {
  const pages = titlePages(titlePage, 'letter')
  if (pages.length === 0) return ''
  const lines = pages.flatMap((page, n) => {
    const rows = n < pages.length - 1 ? sheets.letter.lines : (page.at(-1)?.row ?? -1) + 1
    return Array.from({ length: rows }, (_, row) => page.find((line) => line.row === row))
  })
  const paragraphs = lines.map((line) => {
    const alignment = line && line.left > 1 ? 'Center' : 'Left'
    const texts = line?.spans.map((span) => textElement({ ...span, text: printable(span.text) }))
    return `      <Paragraph Alignment="${alignment}">
        ${texts?.join('') ?? '<Text></Text>'}
      </Paragraph>`
  })
  return `
  <TitlePage>
    <Content>
${paragraphs.join('\n')}
    </Content>
  </TitlePage>`
}
