import { useEffect } from 'react'
import type { DocumentText } from './use-document-text.ts'
import type { DocumentControl } from './document/use-open-document.ts'

/** The address leads back to a new script once something is written, also after a reload. */
export function useUnsavedWork(document: DocumentControl, text: DocumentText): void {
  const { state, conversationId, updateAddress } = document
  const isNew = state.scriptId === null && conversationId === null && state.workId !== null
  const isWritten = text.isLoaded && text.text.trim() !== ''
  useEffect(() => {
    if (isNew && isWritten) updateAddress()
  }, [isNew, isWritten, updateAddress])
}
