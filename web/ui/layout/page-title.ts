import { useEffect } from 'react'
import { PRODUCT_NAME } from '../../../contract/limits.ts'

/** Sets the document title while the page is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`
    return () => {
      document.title = PRODUCT_NAME
    }
  }, [title])
}
