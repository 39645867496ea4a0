import type { Paper } from '../../../../screenplay/layout.ts'
import { documentsMessages } from '../../../messages/documents.ts'
import { download } from './download.ts'
import { type Format, makers } from './export-formats.ts'

const { sides: words } = documentsMessages.documents

type Script = { text: string; title: string; paper: Paper }

export const exportScript = (format: Format, script: Script): Promise<void> =>
  download({ text: script.text, name: script.title, format }, () => makers[format](script))

/** Downloads the scenes of one character. */
export function exportSides(script: Script, character: string): Promise<void> {
  const name = words.name(script.title, character)
  return download({ text: script.text, name, format: 'pdf' }, () =>
    makers.pdf({ ...script, sides: character }),
  )
}
