import { useEffect } from 'react'
import { nothingOpen, promptOwner } from './document/draft-keys.ts'
import type { DocumentControl } from './document/use-open-document.ts'
import { movePrompt } from './prompt-draft.ts'
import type { DocumentText } from './use-document-text.ts'

/** A new script gets its address once something is written, so that a reload or another tab leads back to it. */
export function useUnsavedWork(
  userId: string,
  { state, act, updateAddress }: DocumentControl,
  text: DocumentText,
): void {
  const { scriptId, workId } = state
  const isBegun = scriptId === null && text.isLoaded && text.text.trim() !== ''
  useEffect(() => {
    if (!isBegun || workId === null) return
    movePrompt(userId, promptOwner(nothingOpen), workId)
    act({ type: 'text begun' })
    updateAddress()
  }, [userId, isBegun, workId, act, updateAddress])
}
