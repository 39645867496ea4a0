import { useCallback, useState } from 'react'
import { keptText } from '../../lib/kept-text.ts'

/** Where neither a conversation nor a script is. */
export const NEW_DESK = 'new'

const nameOf = (userId: string, desk: string) => `prompt:${userId}:${desk}`

/** What was typed for a conversation that is gone waits in the box of a new one. */
export function rescuePrompt(userId: string, conversationId: string): void {
  const typed = keptText.read(nameOf(userId, conversationId))
  if (typed === null) return
  const waiting = keptText.read(nameOf(userId, NEW_DESK))
  const isThere = waiting === null || waiting === typed
  keptText.write(nameOf(userId, NEW_DESK), isThere ? typed : `${waiting}\n\n${typed}`)
  keptText.write(nameOf(userId, conversationId), null)
}

/** The unsent prompt of each conversation, kept through reloads, crashes and the end of a session. */
export function useKeptPrompt(userId: string, desk: string) {
  const name = nameOf(userId, desk)
  const [typed, setTyped] = useState(() => ({ name, prompt: keptText.read(name) ?? '' }))
  // Another conversation has its own.
  const prompt = typed.name === name ? typed.prompt : (keptText.read(name) ?? '')
  if (typed.name !== name) setTyped({ name, prompt })

  const setPrompt = useCallback(
    (next: string) => {
      keptText.write(name, next === '' ? null : next)
      setTyped({ name, prompt: next })
    },
    [name],
  )
  return { prompt, setPrompt }
}
