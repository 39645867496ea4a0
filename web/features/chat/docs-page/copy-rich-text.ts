import type { richText } from './rich-text.ts'

/** Copies both formats; false if the browser does not allow it. */
export async function copyRichText(
  { html, plain }: ReturnType<typeof richText>,
  shown: HTMLElement,
): Promise<boolean> {
  try {
    const item = new ClipboardItem({
      'text/html': new Blob([html], { type: 'text/html' }),
      'text/plain': new Blob([plain], { type: 'text/plain' }),
    })
    await navigator.clipboard.write([item])
    return true
  } catch {
    // The clipboard API needs https: select and copy what is shown instead.
    return copySelected({ html, plain }, shown)
  }
}

function copySelected({ html, plain }: ReturnType<typeof richText>, shown: HTMLElement): boolean {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/html', html)
    event.clipboardData?.setData('text/plain', plain)
    event.preventDefault()
  }
  window.getSelection()?.selectAllChildren(shown)
  document.addEventListener('copy', fill)
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', fill)
  }
}
