import { BookMarked } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useState } from 'react'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'

const words = messages.promptTools

const SavedPromptsDialog = lazyExtra(
  async () => (await import('./saved-prompts-dialog.tsx')).SavedPromptsDialog,
)

/** The prompt with a text where the cursor is in its box, in place of what is selected. */
function withInserted(prompt: string, text: string, box: HTMLTextAreaElement | null): string {
  if (prompt.trim() === '') return text
  const { selectionStart: start, selectionEnd: end } = box ?? {
    selectionStart: prompt.length,
    selectionEnd: prompt.length,
  }
  return prompt.slice(0, start) + text + prompt.slice(end)
}

type PromptToolsOptions = {
  userId: string
  isAdmin: boolean
  isBusy: boolean
  prompt: string
  onPrompt: (prompt: string) => void
  box: RefObject<HTMLTextAreaElement | null>
  /** Further buttons. */
  more: ReactNode
}

/** What can be added to a prompt: buttons for inside its form, and dialogs for outside, since they have forms. */
export function usePromptTools(options: PromptToolsOptions) {
  const { userId, isAdmin, isBusy, prompt, onPrompt, box, more } = options
  const [isOpen, setIsOpen] = useState(false)
  const buttons = (
    <div className="mr-auto -ml-2 flex shrink-0">
      {more}
      <Button
        variant="ghost"
        size="icon"
        disabled={isBusy}
        aria-label={words.saved}
        onClick={() => setIsOpen(true)}
        className="size-10 rounded-full"
      >
        <BookMarked aria-hidden="true" />
      </Button>
    </div>
  )
  const dialogs = isOpen && (
    <Suspense>
      <SavedPromptsDialog
        userId={userId}
        isAdmin={isAdmin}
        prompt={prompt}
        onInsert={(text) => onPrompt(withInserted(prompt, text, box.current))}
        onClose={() => setIsOpen(false)}
        focusPrompt={() => box.current?.focus()}
      />
    </Suspense>
  )
  return { buttons, dialogs }
}
