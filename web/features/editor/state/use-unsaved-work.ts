import { useEffect, useMemo, useState } from 'react'
import { draftStorage } from '../../../lib/draft-storage.ts'
import { draftKey, nothingOpen, titleOwner } from './document/draft-keys.ts'
import type { DocumentText } from './use-document-text.ts'
import type { DocumentControl } from './document/use-open-document.ts'

/** The text begun last that has neither a script nor a conversation, so that nothing else leads to it. */
const keyOf = (userId: string) => draftKey('text', userId, titleOwner(nothingOpen))

/**
 * Leads back to a new script that was never saved: by the address after a reload, later by an offer. Returns
 * the text to offer, if there is one.
 */
export function useUnsavedWork(userId: string, document: DocumentControl, text: DocumentText) {
  const { state, conversationId, updateAddress } = document
  const isNew = state.scriptId === null && conversationId === null && state.workId !== null
  const isWritten = text.isLoaded && text.text.trim() !== ''
  const { workId, documentId } = state
  // The stored id as it was when this document was opened.
  const offered = useMemo(
    () => documentId && draftStorage.read(keyOf(userId)),
    [userId, documentId],
  )
  const [forgotten, setForgotten] = useState<string | null>(null)
  useEffect(() => {
    if (isNew && isWritten) {
      draftStorage.write(keyOf(userId), workId)
      updateAddress()
    } else if (!isNew && workId !== null && draftStorage.read(keyOf(userId)) === workId)
      // The text is now saved, or part of a conversation.
      draftStorage.write(keyOf(userId), null)
  }, [userId, isNew, isWritten, workId, updateAddress])
  const forget = () => {
    draftStorage.write(keyOf(userId), null)
    setForgotten(offered)
  }
  const isOffered = isNew && state.isFresh && !isWritten && offered !== forgotten
  return { offered: isOffered ? offered : null, forget }
}
