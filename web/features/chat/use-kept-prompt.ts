import { useCallback, useState } from 'react'
import { draftStorage } from '../../lib/draft-storage.ts'

const nameOf = (userId: string, desk: string) => `prompt:${userId}:${desk}`

/** Where a prompt is kept: with its conversation, else with its script, else with the empty desk. */
export const promptDesk = (scriptId: string | null, conversationId: string | null): string =>
  conversationId ?? (scriptId === null ? 'new' : `script:${scriptId}`)

/** What was typed goes along to another desk, behind what waits there. */
export function movePrompt(userId: string, from: string, to: string): void {
  const typed = draftStorage.read(nameOf(userId, from))
  if (typed === null || from === to) return
  const waiting = draftStorage.read(nameOf(userId, to))
  const isAlone = waiting === null || waiting === typed
  draftStorage.write(nameOf(userId, to), isAlone ? typed : `${waiting}\n\n${typed}`)
  draftStorage.write(nameOf(userId, from), null)
}

/** The unsent prompt of each conversation, kept through reloads, crashes and the end of a session. */
export function useKeptPrompt(userId: string, desk: string) {
  const name = nameOf(userId, desk)
  const [typed, setTyped] = useState(() => ({ name, prompt: draftStorage.read(name) ?? '' }))
  // Another conversation has its own.
  const prompt = typed.name === name ? typed.prompt : (draftStorage.read(name) ?? '')
  if (typed.name !== name) setTyped({ name, prompt })

  const setPrompt = useCallback(
    (next: string) => {
      draftStorage.write(name, next === '' ? null : next)
      setTyped({ name, prompt: next })
    },
    [name],
  )
  return { prompt, setPrompt }
}
