import { useCallback, useState } from 'react'
import { draftStorage } from '../../../lib/draft-storage.ts'
import { draftKey } from './document/draft-keys.ts'

/** Moves an unsent prompt to another owner, behind what is waiting there. */
export function movePrompt(userId: string, from: string, to: string): void {
  const [source, target] = [draftKey('prompt', userId, from), draftKey('prompt', userId, to)]
  const typed = draftStorage.read(source)
  if (typed === null || from === to) return
  const waiting = draftStorage.read(target)
  const isAlone = waiting === null || waiting === typed
  draftStorage.write(target, isAlone ? typed : `${waiting}\n\n${typed}`)
  draftStorage.write(source, null)
}

/** The unsent prompt, one per conversation. It survives reloads, crashes and the end of a session. */
export function usePromptDraft(userId: string, owner: string) {
  const key = draftKey('prompt', userId, owner)
  const [draft, setDraft] = useState(() => ({ key, prompt: draftStorage.read(key) ?? '' }))
  const prompt = draft.key === key ? draft.prompt : (draftStorage.read(key) ?? '')
  if (draft.key !== key) setDraft({ key, prompt })

  const setPrompt = useCallback(
    (next: string) => {
      draftStorage.write(key, next === '' ? null : next)
      setDraft({ key, prompt: next })
    },
    [key],
  )
  return { prompt, setPrompt }
}
