import bold from '@fontsource/courier-prime/files/courier-prime-latin-700-normal.woff?url'
import boldItalic from '@fontsource/courier-prime/files/courier-prime-latin-700-italic.woff?url'
import italic from '@fontsource/courier-prime/files/courier-prime-latin-400-italic.woff?url'
import regular from '@fontsource/courier-prime/files/courier-prime-latin-400-normal.woff?url'
import { docxOf, type FontFiles } from '../../screenplay/formats.ts'
import type { Paper } from '../../screenplay/layout.ts'
import { parse } from '../../screenplay/model.ts'
import { logWarning } from './log.ts'

export const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

async function readBytes(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`Font request failed with status ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** Optional: without embedded fonts the document still works where Courier Prime is installed. */
async function fonts(): Promise<{ fonts?: FontFiles }> {
  try {
    const [r, b, i, bi] = await Promise.all([regular, bold, italic, boldItalic].map(readBytes))
    return r && b && i && bi ? { fonts: { regular: r, bold: b, italic: i, boldItalic: bi } } : {}
  } catch (error) {
    logWarning('Could not embed the fonts:', error)
    return {}
  }
}

export async function wordDocument(
  text: string,
  title: string,
  paper: Paper = 'letter',
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await docxOf(parse(text), { title, paper, ...(await fonts()) })
  return new Uint8Array(bytes)
}
