import { BookMarked } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { ChatControl } from '../chat-control.ts'

const words = messages.promptTools

const SavedPromptsDialog = lazyExtra(
  async () => (await import('./saved-prompts-dialog.tsx')).SavedPromptsDialog,
)

type PromptToolsOptions = {
  userId: string
  isAdmin: boolean
  isBusy: boolean
  chat: ChatControl
  prompt: string
  /** Further buttons. */
  more: ReactNode
}

/** What can be added to a prompt: buttons for inside its form, and dialogs for outside, since they have forms. */
export function usePromptTools(options: PromptToolsOptions) {
  const { userId, isAdmin, isBusy, chat, prompt, more } = options
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
        <BookMarked />
      </Button>
    </div>
  )
  const dialogs = isOpen && (
    <Suspense>
      <SavedPromptsDialog
        userId={userId}
        isAdmin={isAdmin}
        prompt={prompt}
        onInsert={chat.insert}
        onClose={() => setIsOpen(false)}
        focusPrompt={chat.focus}
      />
    </Suspense>
  )
  return { buttons, dialogs }
}
