import {
  type Element,
  printedTitlePage,
  printedValues,
  plainText,
  spansOf,
  parse,
} from '../../../../screenplay/model.ts'

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '<br>')

function inline(text: string): string {
  return spansOf(text)
    .map((span) => {
      let html = escaped(span.text)
      if (span.underline) html = `<u>${html}</u>`
      if (span.italic) html = `<i>${html}</i>`
      return span.bold ? `<b>${html}</b>` : html
    })
    .join('')
}

/** Margins within the text column, and formatting. */
const looks: Partial<Record<Element['type'], string>> = {
  'scene-heading': 'margin:24pt 0 0;font-weight:bold;text-transform:uppercase',
  action: 'margin:12pt 0 0',
  character: 'margin:12pt 0 0 2in;text-transform:uppercase',
  parenthetical: 'margin:0 2in 0 1.5in',
  dialogue: 'margin:0 1.5in 0 1in',
  lyrics: 'margin:0 1.5in 0 1in;font-style:italic',
  transition: 'margin:12pt 0 0;text-align:right;text-transform:uppercase',
  centered: 'margin:12pt 0 0;text-align:center',
}

const SONG_APART = 'margin:12pt 1.5in 0 1in;font-style:italic'

const CAPITALS = new Set<Element['type']>(['scene-heading', 'character', 'transition'])
const FONT = "font-family:'Courier Prime','Courier New',monospace;font-size:12pt;line-height:1"

/** A script for the clipboard, as formatted HTML and as plain text. */
export function richText(source: string): { html: string; plain: string } {
  const screenplay = parse(source)
  const { elements } = screenplay
  const printed = elements.filter(({ type }) => looks[type])
  const titles = printedTitlePage(screenplay).map((entry) => printedValues(entry).join('\n'))
  const html = [
    ...titles.map((text) => `<p style="margin:12pt 0 0;text-align:center">${inline(text)}</p>`),
    ...printed.map(({ type, text, apart }) => {
      const shown = CAPITALS.has(type) ? text.toUpperCase() : text
      return `<p style="${apart ? SONG_APART : looks[type]}">${inline(shown)}</p>`
    }),
  ].join('')
  const plain = printed.reduce((lines, { type, text, apart }) => {
    const shown = plainText(CAPITALS.has(type) ? text.toUpperCase() : text)
    const isJoined =
      type === 'dialogue' || type === 'parenthetical' || (type === 'lyrics' && !apart)
    return lines + (lines === '' ? '' : isJoined ? '\n' : '\n\n') + shown
  }, titles.map(plainText).join('\n'))
  return { html: `<div style="${FONT}">${html}</div>`, plain }
}
