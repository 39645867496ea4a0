import { useCallback, useMemo, useRef } from 'react'
import type { PageText } from '../../page/page-text.ts'
import type { WorkingText } from '../../working-text/synced-text.ts'

/** The working text as the page sees it. */
export function usePageText(workingText: WorkingText | null) {
  const expected = useRef(0)
  /** Until the returned function is called, changes from elsewhere count as requested here. */
  const expectChange = useCallback(() => {
    expected.current += 1
    return () => {
      expected.current -= 1
    }
  }, [])
  const page = useMemo((): (PageText & Pick<WorkingText, 'textWithHash'>) | null => {
    if (!workingText) return null
    return {
      read: () => workingText.snapshot().text,
      latest: () => workingText.latest(),
      change: (edit) => workingText.change(edit),
      typing: () => workingText.typing(),
      changesSince: (before) => workingText.changesSince(before),
      setStray: (stray) => workingText.setStray(stray),
      subscribe: (listener) => workingText.subscribe(listener),
      onRead: (handOver) => workingText.onRead(handOver),
      isAsked: () => expected.current > 0,
      storage: () => workingText.snapshot().storage,
      overlaps: () => workingText.snapshot().overlaps,
      settleOverlap: (overlap, isSettled) => workingText.settleOverlap(overlap, isSettled),
      textWithHash: (hash) => workingText.textWithHash(hash),
    }
  }, [workingText])
  return { page, expectChange }
}
