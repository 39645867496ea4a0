import { fileNameOf } from '../../../../contract/file-name.ts'
import { logError } from '../../../lib/log.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'

const { documents } = messages

function fail(message: string): string {
  showToast({ title: documents.failedTitle, message, kind: 'error' })
  return message
}

/** Creates the Word document in the browser, with lazy-loaded code. Returns the reason if it fails. */
export async function downloadAnswer(text: string, title: string): Promise<string | undefined> {
  if (text.trim() === '') return fail(documents.empty)
  try {
    const { wordDocument, WORD } = await import('../../../lib/word-document.ts')
    saveFile(await wordDocument(text, title), WORD, `${fileNameOf(title)}.docx`)
    return undefined
  } catch (error) {
    logError(documents.failed, error)
    return fail(documents.failed)
  }
}
