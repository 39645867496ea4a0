import type { Document } from 'docx'
import { FONT, FONT_OF_OTHER_LETTERS } from './styles.ts'

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

const typewriter = '<w:charset w:val="00"/><w:family w:val="modern"/><w:pitch w:val="fixed"/>'

/**
 * What Word should know of the fonts. The package would call an embedded one proportional and say nothing
 * of others, and Word would put a proportional one in the place of a font it does not find.
 */
export function fontTable({ FontTable }: Document) {
  const faces = FontTable.files.map(({ bold, italic, fontKey }, n) => {
    const face = bold || italic ? `${bold ? 'Bold' : ''}${italic ? 'Italic' : ''}` : 'Regular'
    return `<w:embed${face} r:id="rId${n + 1}" w:fontKey="{${fontKey.toUpperCase()}}"/>`
  })
  const data = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:fonts ${namespaces}><w:font w:name="${FONT}"><w:altName w:val="${FONT_OF_OTHER_LETTERS}"/>${typewriter}${faces.join('')}</w:font><w:font w:name="${FONT_OF_OTHER_LETTERS}">${typewriter}</w:font></w:fonts>`
  return { path: 'word/fontTable.xml', data }
}
