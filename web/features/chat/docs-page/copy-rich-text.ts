import type { richText } from './rich-text.ts'

/** Copies both formats from that window; false if the browser does not allow it. */
export async function copyRichText(
  view: Window & typeof globalThis,
  { html, plain }: ReturnType<typeof richText>,
  shown: HTMLElement,
): Promise<boolean> {
  try {
    const item = new view.ClipboardItem({
      'text/html': new Blob([html], { type: 'text/html' }),
      'text/plain': new Blob([plain], { type: 'text/plain' }),
    })
    await view.navigator.clipboard.write([item])
    return true
  } catch {
    // The clipboard API needs https: select and copy what is shown instead.
    return copySelected(view, { html, plain }, shown)
  }
}

function copySelected(
  view: Window,
  { html, plain }: ReturnType<typeof richText>,
  shown: HTMLElement,
): boolean {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/html', html)
    event.clipboardData?.setData('text/plain', plain)
    event.preventDefault()
  }
  view.getSelection()?.selectAllChildren(shown)
  view.document.addEventListener('copy', fill)
  try {
    return view.document.execCommand('copy')
  } finally {
    view.document.removeEventListener('copy', fill)
  }
}
