import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { TITLE_CHARACTERS } from '../../../contract/limits.ts'
import { chatKeys } from '../chat/api/chat-keys.ts'
import { SCRIPT_CHANGED, SCRIPT_MISSING, useSaveScript } from '../scripts/api/save-script.ts'
import type { StoredScript } from '../scripts/api/script.ts'
import { saveFailure } from '../scripts/saving/save-failure.ts'
import { newId } from '../../lib/ids.ts'
import { RequestError } from '../../lib/backend/request-error.ts'
import { messages } from '../../messages.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import type { Content } from './current-content.ts'

const { editor } = messages

type Work = {
  /** Another one makes another script. */
  workId: string
  script: StoredScript | null
  conversationId: string | null
  title: string
  content: Content
  onSaved: (saved: StoredScript, title: string) => void
}

type Way = 'as read' | 'overwrite' | 'keep both' | 'as new'

/** What became of the script elsewhere, which the person is asked about. */
type Question = 'changed' | 'deleted' | null

const questionOf = (error: unknown): Question => {
  if (!(error instanceof RequestError)) return null
  if (error.message === SCRIPT_CHANGED) return 'changed'
  return error.message === SCRIPT_MISSING ? 'deleted' : null
}

const copyOf = (title: string) => {
  const room = TITLE_CHARACTERS - editor.copyOf('').length
  return editor.copyOf(Array.from(title.trim()).slice(0, room).join('').trimEnd())
}

/** Saves what is on the desk; when it was saved or deleted elsewhere meanwhile, the person decides. */
export function useSaving({ workId, script, conversationId, title, content, onSaved }: Work) {
  const queryClient = useQueryClient()
  const { mutateAsync, isPending: isSaving } = useSaveScript()
  const [question, setQuestion] = useState<Question>(null)
  const isRunning = useRef(false)
  // The same for every try, so that a lost answer does not make a second script.
  const creation = useRef({ workId, key: newId() })

  const save = useCallback(
    async (way: Way = 'as read'): Promise<void> => {
      if (isRunning.current) return
      isRunning.current = true
      if (creation.current.workId !== workId) creation.current = { workId, key: newId() }
      const target = way === 'keep both' || way === 'as new' ? null : script
      try {
        const saved = await mutateAsync({
          title: way === 'keep both' ? copyOf(title) : title,
          text: content.text,
          scriptId: target?.id ?? null,
          conversationId,
          expectedUpdatedAt: way === 'overwrite' ? null : (target?.updatedAt ?? null),
          creationKey: creation.current.key,
          basis: content.answerId,
        })
        creation.current = { workId, key: newId() }
        setQuestion(null)
        void queryClient.invalidateQueries({ queryKey: chatKeys.all })
        onSaved(saved, title)
        showToast({ title: editor.savedTitle, message: editor.savedText, kind: 'success' })
      } catch (error) {
        const asked = questionOf(error)
        if (asked !== 'changed') showToast(saveFailure(error))
        if (asked === 'changed' || (asked === 'deleted' && target)) setQuestion(asked)
      } finally {
        isRunning.current = false
      }
    },
    [workId, script, mutateAsync, title, content, conversationId, queryClient, onSaved],
  )

  return { save, isSaving, question, closeQuestion: () => setQuestion(null) }
}
