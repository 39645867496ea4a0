import { useCallback, useState } from 'react'
import { keptText } from '../../lib/kept-text.ts'

const nameOf = (userId: string, desk: string) => `prompt:${userId}:${desk}`

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
