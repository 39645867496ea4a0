import type { Document } from 'docx'
import { FONT, FALLBACK_FONT } from './styles.ts'

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

const monospaced = '<w:charset w:val="00"/><w:family w:val="modern"/><w:pitch w:val="fixed"/>'

/**
 * Declares the fonts as monospaced. The docx package declares embedded fonts as proportional and omits
 * the others, so Word would substitute a proportional font for a missing one.
 */
export function fontTable({ FontTable }: Document) {
  const faces = FontTable.files.map(({ bold, italic, fontKey }, n) => {
    const face = bold || italic ? `${bold ? 'Bold' : ''}${italic ? 'Italic' : ''}` : 'Regular'
    return `<w:embed${face} r:id="rId${n + 1}" w:fontKey="{${fontKey.toUpperCase()}}"/>`
  })
  const data = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:fonts ${namespaces}><w:font w:name="${FONT}"><w:altName w:val="${FALLBACK_FONT}"/>${monospaced}${faces.join('')}</w:font><w:font w:name="${FALLBACK_FONT}">${monospaced}</w:font></w:fonts>`
  return { path: 'word/fontTable.xml', data }
}
