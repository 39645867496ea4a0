import { logError } from '../../lib/log.ts'
import { writeClipboard } from '../../lib/secure-context.ts'
import { showToast } from './toast.ts'

type CopyWords = { copied: string; copyFailed: string }

/** Copies a text to the clipboard and says so. False if the browser refuses. */
export async function copyText(text: string, words: CopyWords): Promise<boolean> {
  try {
    await writeClipboard({ plain: text })
    showToast({ title: words.copied, kind: 'success' })
    return true
  } catch (error) {
    logError('Copying was refused:', error)
    showToast({ title: words.copyFailed, kind: 'error' })
    return false
  }
}
