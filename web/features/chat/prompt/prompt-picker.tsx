import { Users } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { messages } from '../../../messages.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
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

/** Above the prompt, which keeps the focus. */
export function PickerList({ picker }: { picker: PromptPicker }) {
  const { found, active, isShown } = picker
  return (
    <>
      <output className="sr-only">
        {isShown && found.length > 0 && words.found(found.length)}
      </output>
      {isShown && (
        <div className="absolute inset-x-0 bottom-full z-30 mb-2 flex max-h-[min(22rem,45dvh)] flex-col rounded-md border border-line bg-sheet shadow-raised">
          {found.length > 0 ? (
            <PickerOptions picker={picker} active={active} />
          ) : (
            (picker.isEmpty || picker.failure) && (
              <output className="px-4 py-3 text-md text-ink-2">
                {picker.failure ?? words.none}
              </output>
            )
          )}
        </div>
      )}
    </>
  )
}

type PickerOptionsProps = { picker: PromptPicker; active: SavedPrompt | undefined }

function PickerOptions({ picker, active }: PickerOptionsProps) {
  const activeId = active && picker.optionId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> takes the focus from the prompt
        role="listbox"
        id={picker.listId}
        aria-label={words.saved}
        className="min-h-0 overflow-y-auto overscroll-contain p-1.5"
      >
        {picker.found.map((prompt) => (
          // The prompt handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={prompt.id}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
            role="option"
            id={picker.optionId(prompt)}
            aria-selected={prompt === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => picker.choose(prompt)}
            className="grid min-h-11 cursor-pointer gap-x-3 rounded-sm px-2.5 py-1.5 hover:bg-sunk aria-selected:bg-sunk aria-selected:shadow-[inset_2px_0_0_var(--accent)]"
          >
            <PromptLine prompt={prompt} />
          </div>
        ))}
      </div>
      <p
        aria-hidden="true"
        className="border-t border-line px-4 py-1.5 text-xs text-ink-2 touch:hidden"
      >
        {words.hint}
      </p>
    </>
  )
}

/** Its name, whether everybody has it, and how it begins. */
export function PromptLine({ prompt }: { prompt: SavedPrompt }) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <span dir="auto" className="truncate text-md font-medium text-ink">
          {prompt.name}
        </span>
        {prompt.shared && (
          <Badge className="gap-1">
            <Users aria-hidden="true" className="size-3.5" />
            {words.everybody}
          </Badge>
        )}
      </span>
      <span dir="auto" className="truncate text-sm text-ink-2">
        {prompt.text.slice(0, 200)}
      </span>
    </>
  )
}
