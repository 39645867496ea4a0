import { logError } from '../../lib/log.ts'
import { messages } from '../../messages.ts'
import { showToast } from '../../ui/toast.ts'

const { chat } = messages

/** A file name that every system takes, from whatever the title is. */
export function fileNameOf(title: string): string {
  const safe = title
    .normalize('NFC')
    // Control characters, what Windows forbids, and marks that turn the direction of reading.
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
  const short = Array.from(safe).slice(0, 120).join('').trimEnd()
  return /^(|con|prn|aux|nul|com\d|lpt\d)$/i.test(short) ? `Script ${short}`.trimEnd() : short
}

export function saveFile(bytes: BlobPart, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Makes the Word document in the browser; its code is loaded with the first one. */
export async function downloadAnswer(text: string, title: string): Promise<void> {
  if (text.trim() === '') {
    showToast({ title: chat.downloadFailedTitle, message: chat.downloadEmpty, kind: 'error' })
    return
  }
  try {
    const { wordDocument } = await import('./word-document.ts')
    const { bytes, type } = await wordDocument(text, title)
    saveFile(bytes, type, `${fileNameOf(title)}.docx`)
  } catch (error) {
    logError(chat.downloadFailed, error)
    showToast({ title: chat.downloadFailedTitle, message: chat.downloadFailed, kind: 'error' })
  }
}
