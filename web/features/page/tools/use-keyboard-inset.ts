import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  const { visualViewport } = window
  visualViewport?.addEventListener('resize', listener)
  visualViewport?.addEventListener('scroll', listener)
  return () => {
    visualViewport?.removeEventListener('resize', listener)
    visualViewport?.removeEventListener('scroll', listener)
  }
}

/** Pixels of the page that an on-screen keyboard covers; 0 where the browser makes room by itself. */
export const useKeyboardInset = (): number =>
  useSyncExternalStore(subscribe, () => {
    const { visualViewport } = window
    if (!visualViewport || visualViewport.scale !== 1) return 0
    return Math.max(
      0,
      Math.round(window.innerHeight - visualViewport.height - visualViewport.offsetTop),
    )
  })
