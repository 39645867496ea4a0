import { fileNameOf } from '../../../../contract/file-name.ts'
import { logError } from '../../../lib/log.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'

const { documents } = messages

/** Creates the Word document in the browser; the code is loaded on first use. */
export async function downloadAnswer(text: string, title: string): Promise<void> {
  if (text.trim() === '') {
    showToast({ title: documents.failedTitle, message: documents.empty, kind: 'error' })
    return
  }
  try {
    const { wordDocument, WORD } = await import('../../../lib/word-document.ts')
    saveFile(await wordDocument(text, title), WORD, `${fileNameOf(title)}.docx`)
  } catch (error) {
    logError(documents.failed, error)
    showToast({ title: documents.failedTitle, message: documents.failed, kind: 'error' })
  }
}
