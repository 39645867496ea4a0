import { fileNameOf } from '../../../contract/file-name.ts'
import type { Paper } from '../../../screenplay/layout.ts'
import { errorText } from '../../error-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { messages } from '../../messages.ts'
import { clearFailure, report } from '../../ui/feedback/failures.ts'
import { type Format, makers } from './export-formats.ts'

const { documents } = messages

/** Where the failures of an export are shown. */
export const EXPORT = 'export'

export async function exportScript(
  format: Format,
  script: { text: string; title: string; paper: Paper },
): Promise<void> {
  clearFailure(EXPORT)
  if (script.text.trim() === '') {
    report(EXPORT, { title: documents.failedTitle, message: documents.empty, kind: 'error' })
    return
  }
  try {
    const { content, type } = await makers[format](script)
    saveFile(content, type, `${fileNameOf(script.title)}.${format}`)
  } catch (error) {
    report(EXPORT, {
      title: documents.failedTitle,
      message: errorText(error, documents.failed),
      kind: 'error',
    })
  }
}
