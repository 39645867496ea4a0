import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  window.addEventListener('resize', listener)
  return () => {
    window.removeEventListener('scroll', listener)
    window.removeEventListener('resize', listener)
  }
}

/** The rows that the window shows. They are all of one height: nothing has to be measured. */
export function useRowsInView(rowHeight: number, top: number): { first: number; last: number } {
  const first = useSyncExternalStore(subscribe, () =>
    Math.max(0, Math.floor((window.scrollY - top) / rowHeight)),
  )
  const last = useSyncExternalStore(subscribe, () =>
    Math.max(0, Math.floor((window.scrollY + window.innerHeight - top) / rowHeight)),
  )
  return { first, last }
}
