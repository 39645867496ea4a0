import type { Paper } from '../../../../screenplay/layout.ts'
import { documentsMessages } from '../../../messages/documents.ts'
import { download } from './download.ts'
import { makers } from './export-formats.ts'

const { sides: words } = documentsMessages.documents

/** Downloads the scenes of one character. */
export function exportSides(
  script: { text: string; title: string; paper: Paper },
  character: string,
): Promise<void> {
  const name = words.name(script.title, character)
  return download({ text: script.text, name, format: 'pdf' }, () =>
    makers.pdf({ ...script, sides: character }),
  )
}
