/**
 * What browsers offer on https and localhost only, with another way for plain http. No other file may use these APIs
 * (tests/unit/web/secure-context.test.ts); random ids are in `ids.ts`.
 */

/** The SHA-256 of bytes. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return sha256(bytes)
}

/** Undefined on plain http: whoever uses it has another way. */
export const webLocks = (): LockManager | undefined => navigator.locks

/** A text in up to two formats. */
export type Copied = { plain: string; html?: string }

/** Copies a text to the clipboard. Rejects if the browser refuses. */
export async function writeClipboard({ plain, html }: Copied): Promise<void> {
  try {
    if (html === undefined) await navigator.clipboard.writeText(plain)
    else
      await navigator.clipboard.write([
        new ClipboardItem({
          'text/html': new Blob([html], { type: 'text/html' }),
          'text/plain': new Blob([plain], { type: 'text/plain' }),
        }),
      ])
  } catch (error) {
    if (!copyByCommand({ plain, ...(html !== undefined && { html }) })) throw error
  }
}

/** As the user's own Ctrl+C does, which needs something selected. */
function copyByCommand({ plain, html }: Copied): boolean {
  const selection = window.getSelection()
  const selected = selection?.rangeCount ? selection.getRangeAt(0) : null
  const mark = document.createElement('span')
  mark.textContent = '.'
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', plain)
    if (html !== undefined) event.clipboardData?.setData('text/html', html)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.body.append(mark)
  selection?.selectAllChildren(mark)
  window.addEventListener('copy', fill, { capture: true })
  try {
    return document.execCommand('copy')
  } finally {
    window.removeEventListener('copy', fill, { capture: true })
    mark.remove()
    selection?.removeAllRanges()
    if (selected) selection?.addRange(selected)
  }
}
