import { createRoot } from 'react-dom/client'
import { messages } from '../../../messages.ts'
import { DocsPage } from './docs-page.tsx'

/** Renders into a new tab with this one's styles and theme. False if the browser blocks it. */
export function openDocsPage(text: string, title: string): boolean {
  const view = window.open('about:blank', '_blank') as (Window & typeof globalThis) | null
  if (!view) return false
  const page = view.document
  page.title = `${title} · ${messages.docsPage.title}`
  page.documentElement.lang = document.documentElement.lang
  page.documentElement.dataset['theme'] = document.documentElement.dataset['theme'] ?? 'light'
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
    page.head.append(page.importNode(sheet, true))
  const container = page.createElement('div')
  page.body.append(container)
  const root = createRoot(container)
  root.render(<DocsPage text={text} view={view} />)
  view.addEventListener('pagehide', () => root.unmount())
  return true
}
