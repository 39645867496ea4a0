import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { chatKeys } from '../../features/chat/api/chat-keys.ts'
import { SCRIPT_CHANGED, useSaveScript } from '../../features/scripts/api/save-script.ts'
import type { StoredScript } from '../../features/scripts/api/script.ts'
import { saveFailure } from '../../features/scripts/save-failure.ts'
import { newId } from '../../lib/new-id.ts'
import { RequestError } from '../../lib/request-error.ts'
import { messages } from '../../messages.ts'
import { showToast } from '../../ui/toast.ts'
import type { Content } from './current-content.ts'

const { editor } = messages

type Work = {
  script: StoredScript | null
  conversationId: string | null
  title: string
  content: Content
  onSaved: (saved: StoredScript, title: string) => void
}

/** Saves what is on the desk; when it was saved elsewhere meanwhile, the person decides. */
export function useSaving({ script, conversationId, title, content, onSaved }: Work) {
  const queryClient = useQueryClient()
  const { mutateAsync, isPending: isSaving } = useSaveScript()
  const [hasConflict, setHasConflict] = useState(false)
  // The same for every try, so that a lost answer does not make a second script.
  const creationKey = useRef(newId())

  const save = useCallback(
    async (way: 'as read' | 'overwrite' | 'keep both' = 'as read'): Promise<void> => {
      if (isSaving) return
      const target = way === 'keep both' ? null : script
      try {
        const saved = await mutateAsync({
          title: way === 'keep both' ? editor.copyOf(title.trim()) : title,
          text: content.text,
          scriptId: target?.id ?? null,
          conversationId,
          expectedUpdatedAt: way === 'overwrite' ? null : (target?.updatedAt ?? null),
          creationKey: creationKey.current,
          basis: content.answerId,
        })
        creationKey.current = newId()
        setHasConflict(false)
        void queryClient.invalidateQueries({ queryKey: chatKeys.all })
        onSaved(saved, title)
        showToast({ title: editor.savedTitle, message: editor.savedText, kind: 'success' })
      } catch (error) {
        if (error instanceof RequestError && error.message === SCRIPT_CHANGED) setHasConflict(true)
        else showToast(saveFailure(error))
      }
    },
    [isSaving, script, mutateAsync, title, content, conversationId, queryClient, onSaved],
  )

  return { save, isSaving, hasConflict, closeConflict: () => setHasConflict(false) }
}
