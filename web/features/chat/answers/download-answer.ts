import { fileNameOf } from '../../../../contract/file-name.ts'
import { logError } from '../../../lib/log.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import type { Message } from '../api/messages.ts'

const { documents } = messages

/** Creates the Word document in the browser, with lazy-loaded code. Returns the reason if it fails and no toast says it. */
export async function downloadAnswer(message: Message, title: string): Promise<string | undefined> {
  if (message.content.trim() === '') {
    showToast({ title: documents.failedTitle, message: documents.empty, kind: 'error' })
    return undefined
  }
  try {
    const { wordDocument, WORD } = await import('../../../lib/word-document.ts')
    const { printedAnswer } = await import('./printed-answer.ts')
    saveFile(await wordDocument(printedAnswer(message), title), WORD, `${fileNameOf(title)}.docx`)
    return undefined
  } catch (error) {
    logError(documents.failed, error)
    return documents.failed
  }
}
