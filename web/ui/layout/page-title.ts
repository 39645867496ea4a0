import { useEffect } from 'react'

const PRODUCT = 'Script Writer'

/** Names the page in the tab, in the history and to a screen reader. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`
    return () => {
      document.title = PRODUCT
    }
  }, [title])
}
