import { messages } from '../../../messages.ts'
import type { PromptMode } from '../api/generation.ts'
import { useState } from 'react'
import { draftStorage } from '../../../lib/draft-storage.ts'
import { draftKey } from '../../document/drafts.ts'

const words = messages.mode
const modes = ['change', 'ask'] as const

type ModeSwitchProps = { mode: PromptMode; onMode: (mode: PromptMode) => void; isBusy: boolean }

/** Whether the prompt changes the script or asks about it. */
export function ModeSwitch({ mode, onMode, isBusy }: ModeSwitchProps) {
  return (
    <fieldset
      aria-label={words.label}
      disabled={isBusy}
      className="mb-0.5 flex shrink-0 gap-0.5 rounded-full border border-line bg-sunk p-0.5"
    >
      {modes.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={mode === one}
          onClick={() => onMode(one)}
          className="h-7.5 rounded-full px-3 text-sm text-ink-2 not-disabled:hover:text-ink disabled:cursor-not-allowed aria-pressed:bg-sheet aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line)] touch:h-9"
        >
          {words[one]}
        </button>
      ))}
    </fieldset>
  )
}

/** Whether a conversation's prompts change its script or ask about it, as was chosen there. */
export function usePromptMode(userId: string, owner: string) {
  const key = draftKey('mode', userId, owner)
  const read = (): PromptMode => (draftStorage.read(key) === 'ask' ? 'ask' : 'change')
  const [choice, setChoice] = useState(() => ({ key, mode: read() }))
  const mode = choice.key === key ? choice.mode : read()
  if (choice.key !== key) setChoice({ key, mode })

  function chooseMode(chosen: PromptMode): void {
    keepMode(userId, owner, chosen)
    setChoice({ key, mode: chosen })
  }
  return { mode, chooseMode }
}

/** A conversation that begins goes on as the prompt before it was sent. */
export const keepMode = (userId: string, owner: string, mode: PromptMode): void =>
  draftStorage.write(draftKey('mode', userId, owner), mode === 'ask' ? mode : null)
