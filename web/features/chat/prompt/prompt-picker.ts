import { type KeyboardEvent, useId, useState } from 'react'
import { messages } from '../../../messages.ts'
import { errorText } from '../../../error-text.ts'
import { type SavedPrompt, useSavedPrompts } from '../api/saved-prompts.ts'

const words = messages.promptTools

const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/** The prompts whose names have every word, first those that begin with them. */
export function promptsNamed(prompts: readonly SavedPrompt[], name: string): SavedPrompt[] {
  const wanted = plain(name).split(/\s+/)
  const begins = (prompt: SavedPrompt) => Number(plain(prompt.name).startsWith(wanted.join(' ')))
  return prompts
    .filter((prompt) => wanted.every((word) => plain(prompt.name).includes(word)))
    .toSorted((a, b) => begins(b) - begins(a))
}

type PickerOptions = {
  userId: string
  prompt: string
  onPrompt: (prompt: string) => void
}

/** The list of saved prompts that '/' opens in an empty prompt; what follows it is part of a name. */
export function usePromptPicker({ userId, prompt, onPrompt }: PickerOptions) {
  const [isOpen, setIsOpen] = useState(false)
  const [index, setIndex] = useState(0)
  const listId = useId()
  const areWanted = isOpen && prompt.startsWith('/')
  const { data, error } = useSavedPrompts(userId, areWanted)
  const found = data ? promptsNamed(data, prompt.slice(1)) : []
  const active = found[Math.min(index, found.length - 1)]
  // A prompt may begin with a slash.
  const isShown = areWanted && (found.length > 0 || prompt === '/')

  function choose(chosen: SavedPrompt): void {
    setIsOpen(false)
    onPrompt(chosen.text)
  }
  return {
    listId,
    isShown,
    found,
    active,
    isEmpty: data?.length === 0,
    failure: error && errorText(error, words.failed),
    choose,
    optionId: ({ id }: SavedPrompt) => `${listId}-${id}`,
    close: () => setIsOpen(false),
    /** Call with every change of the prompt. */
    onChange: (next: string) => {
      setIndex(0)
      if (prompt === '' && next === '/') setIsOpen(true)
      else if (!next.startsWith('/')) setIsOpen(false)
    },
    /** True if the key was for the list. */
    takesKey: (event: KeyboardEvent): boolean => {
      if (!areWanted || event.nativeEvent.isComposing) return false
      const { key } = event
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
      if (step !== 0 && found.length > 0) {
        const at = active ? found.indexOf(active) : 0
        setIndex((at + step + found.length) % found.length)
      } else if (key === 'Enter' && !event.shiftKey && active) choose(active)
      // What is typed quickly must not be sent before the list is there.
      else if (key === 'Enter' && !data && !error) event.preventDefault()
      else if (key === 'Escape' && isShown) setIsOpen(false)
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
  }
}

export type PromptPicker = ReturnType<typeof usePromptPicker>
