import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { TITLE_CHARACTERS } from '../../../../contract/limits.ts'
import { newId } from '../../../lib/ids.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { messages } from '../../../messages.ts'
import { clearFailure, report } from '../../../ui/feedback/failures.ts'
import { chatKeys } from '../../chat/api/chat-keys.ts'
import { SCRIPT_CHANGED, SCRIPT_MISSING, useSaveScript } from '../../scripts/api/save-script.ts'
import type { StoredScript } from '../../scripts/api/script.ts'
import { saveFailure } from '../../scripts/saving/save-failure.ts'
import type { Content } from './current-content.ts'
import { promptOwner } from './draft-keys.ts'
import type { Question } from './open-document.ts'
import { movePrompt } from './prompt-draft.ts'
import type { DocumentControl } from './use-open-document.ts'

const { editor } = messages

/** Where the failures of saving a document are shown. */
export const savePlace = (documentId: string): string => `save:${documentId}`

type SaveMode = 'as read' | 'overwrite' | 'keep both' | 'as new'

type Work = {
  userId: string
  document: DocumentControl
  script: StoredScript | null
  title: string
  content: Content
}

function questionFor(error: unknown): Question | null {
  if (!(error instanceof RequestError)) return null
  if (error.message === SCRIPT_CHANGED) return 'changed elsewhere'
  return error.message === SCRIPT_MISSING ? 'deleted elsewhere' : null
}

function copyTitle(title: string): string {
  const room = TITLE_CHARACTERS - editor.copyOf('').length
  return editor.copyOf(Array.from(title.trim()).slice(0, room).join('').trimEnd())
}

/** Saves the open document. If it was saved or deleted elsewhere meanwhile, the user decides. */
export function useSaving({ userId, document, script, title, content }: Work) {
  const { latestState, act, updateAddress, conversationId } = document
  const queryClient = useQueryClient()
  const { mutateAsync } = useSaveScript()
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  return useCallback(
    async (mode: SaveMode = 'as read'): Promise<void> => {
      const { documentId, creationKey, isSaving } = latestState()
      if (isSaving) return
      act({ type: 'save started' })
      clearFailure(savePlace(documentId))
      const target = mode === 'keep both' || mode === 'as new' ? null : script
      try {
        const { id } = await mutateAsync({
          title: mode === 'keep both' ? copyTitle(title) : title,
          text: content.text,
          scriptId: target?.id ?? null,
          conversationId,
          expectedUpdatedAt: mode === 'overwrite' ? null : (target?.updatedAt ?? null),
          creationKey,
          basis: content.basis,
        })
        void queryClient.invalidateQueries({ queryKey: chatKeys.all })
        const { documentId: openId, scriptId } = latestState()
        const isMoving = isMounted.current && openId === documentId && scriptId !== id
        if (isMoving)
          movePrompt(
            userId,
            promptOwner({ scriptId, conversationId }),
            promptOwner({ scriptId: id, conversationId }),
          )
        act({
          type: 'saved',
          documentId,
          title,
          conversationId,
          scriptId: id,
          creationKey: newId(),
        })
        if (isMoving) updateAddress()
        report(savePlace(documentId), {
          title: editor.savedTitle,
          message: editor.savedText,
          kind: 'success',
        })
      } catch (error) {
        const question = questionFor(error)
        if (question !== 'changed elsewhere') report(savePlace(documentId), saveFailure(error))
        const isAsked = question === 'changed elsewhere' || target !== null
        act({ type: 'save failed', documentId, question: isAsked ? question : null })
      }
    },
    [
      userId,
      latestState,
      act,
      updateAddress,
      mutateAsync,
      script,
      title,
      content,
      conversationId,
      queryClient,
    ],
  )
}
