import { useCallback, useEffect, useRef } from 'react'
import { TITLE_CHARACTERS } from '../../../contract/limits.ts'
import { newId } from '../../lib/ids.ts'
import { RequestError } from '../../lib/backend/request-error.ts'
import { messages } from '../../messages.ts'
import { showToast, takeBackToasts } from '../../ui/feedback/toast.ts'
import {
  SCRIPT_CHANGED,
  SCRIPT_MISSING,
  useSaveScript,
  saveFailure,
} from '../scripts/api/save-script.ts'
import { readScript, type StoredScript } from '../scripts/api/script.ts'
import { promptOwner, movePrompt } from './drafts.ts'
import { type Question, titleOverlaps, titleState } from './open-document.ts'
import { type DocumentText, TEXT_MISSING } from './document-text.ts'
import { textOf } from './text/changes.ts'
import type { DocumentControl } from './use-open-document.ts'

const { editor } = messages

const READ_TIMEOUT = 30_000

type SaveMode = 'as read' | 'overwrite' | 'keep both' | 'as new'

type Work = {
  userId: string
  document: DocumentControl
  script: StoredScript | null
  title: string
  text: DocumentText
  onSaved: () => void
}

const takeBackFailure = () => takeBackToasts(editor.saveErrorTitle)

const isRefusal = (error: unknown, message: string): boolean =>
  error instanceof RequestError && error.message === message

function questionFor(error: unknown): Question | null {
  if (isRefusal(error, SCRIPT_CHANGED)) return 'changed elsewhere'
  const isMissing = isRefusal(error, SCRIPT_MISSING) || isRefusal(error, TEXT_MISSING)
  return isMissing ? 'deleted elsewhere' : null
}

function copyTitle(title: string): string {
  const room = TITLE_CHARACTERS - editor.copyOf('').length
  return editor.copyOf(Array.from(title.trim()).slice(0, room).join('').trimEnd())
}

/**
 * Saves the open document and returns whether it is saved. What was saved elsewhere meanwhile is merged; in a conflict, or if the script
 * was deleted elsewhere, the user decides.
 */
export function useSaving({ userId, document, script, title, text, onSaved }: Work) {
  const { latestState, act, updateAddress, conversationId } = document
  const { mutateAsync } = useSaveScript()
  // What failed for want of a connection is stored as soon as there is one.
  useEffect(() => {
    window.addEventListener('online', takeBackFailure)
    return () => window.removeEventListener('online', takeBackFailure)
  }, [])
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  return useCallback(
    async (mode: SaveMode = 'as read'): Promise<boolean> => {
      const { documentId, creationKey, isSaving, typedTitle } = latestState()
      if (isSaving) return false
      act({ type: 'save started' })
      takeBackFailure()
      const isCopy = mode === 'keep both' || mode === 'as new'

      const saveOver = (target: StoredScript | null, wanted: string) =>
        mutateAsync({
          title: wanted,
          text: async (isStale) => {
            if (isStale) await text.refresh()
            const { doc, revision } = await text.storedBase()
            return { text: textOf(doc), revision }
          },
          scriptId: target?.id ?? null,
          conversationId,
          workId: text.workId,
          expectedUpdatedAt: mode === 'overwrite' ? null : (target?.updatedAt ?? null),
          creationKey,
        })
      const saveCopy = () =>
        mutateAsync({
          title: mode === 'keep both' ? copyTitle(title) : title,
          text: async () => ({ text: text.latest(), revision: null }),
          scriptId: null,
          conversationId,
          workId: newId(),
          expectedUpdatedAt: null,
          creationKey,
        })

      /** Saves over what was saved elsewhere: the text is merged already, so only the title may conflict. */
      async function saveMerged(error: unknown) {
        if (!script || mode !== 'as read' || !isRefusal(error, SCRIPT_CHANGED)) throw error
        // Not cached: if the titles conflict, the next save has to detect that again.
        const theirs = await readScript(userId, script.id, AbortSignal.timeout(READ_TIMEOUT))
        if (!theirs || titleOverlaps(typedTitle, script, theirs)) throw error
        return saveOver(theirs, titleState(latestState(), theirs, text.latest()).title)
      }

      try {
        const { id, workId } = await (isCopy
          ? saveCopy()
          : saveOver(script, title).catch(saveMerged))
        onSaved()
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
          workId,
          creationKey: newId(),
        })
        if (isMoving) updateAddress()
        showToast({ title: editor.savedTitle, message: editor.savedText, kind: 'success' })
        return true
      } catch (error) {
        const question = questionFor(error)
        // The line in the header says that what was written is kept.
        if (question !== 'changed elsewhere') showToast(saveFailure(error))
        const isAsked = question === 'changed elsewhere' || (!isCopy && script !== null)
        act({ type: 'save failed', documentId, question: isAsked ? question : null })
        return false
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
      text,
      conversationId,
      onSaved,
    ],
  )
}
