import { Users } from 'lucide-react'
import { useEffect } from 'react'
import { messages } from '../../../messages.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { SavedPrompt } from '../api/saved-prompts.ts'
import type { PromptPicker } from './prompt-picker.ts'

const words = messages.promptTools

/** The prompts to choose from, or why there are none. */
export function PickerOptions({ picker }: { picker: PromptPicker }) {
  const { found, active } = picker
  const activeId = active && picker.optionId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div className="absolute inset-x-0 bottom-full z-30 mb-2 flex max-h-[min(22rem,45dvh)] flex-col rounded-md border border-line bg-sheet shadow-raised">
      {found.length > 0 ? (
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
      ) : (
        (picker.isEmpty || picker.failure) && (
          <output className="px-4 py-3 text-md text-ink-2">{picker.failure ?? words.none}</output>
        )
      )}
    </div>
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
            <Users className="size-3.5" />
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
