import { fileNameOf } from '../../../contract/file-name.ts'
import type { Paper } from '../../../screenplay/layout.ts'
import { logError } from '../../lib/log.ts'
import { RequestError } from '../../lib/backend/request-error.ts'
import { saveFile } from '../../lib/save-file.ts'
import { messages } from '../../messages.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { type Format, makers } from './export-formats.ts'

const { documents, connecting } = messages

function sentenceOf(error: unknown): string {
  if (!(error instanceof RequestError)) return documents.failed
  if (error.isNetwork) return connecting.failed
  return error.message === '' ? documents.failed : error.message
}

export async function exportScript(
  format: Format,
  script: { text: string; title: string; paper: Paper },
): Promise<void> {
  if (script.text.trim() === '') {
    showToast({ title: documents.failedTitle, message: documents.empty, kind: 'error' })
    return
  }
  try {
    const { content, type } = await makers[format](script)
    saveFile(content, type, `${fileNameOf(script.title)}.${format}`)
  } catch (error) {
    logError(documents.failed, error)
    showToast({ title: documents.failedTitle, message: sentenceOf(error), kind: 'error' })
  }
}
