import { messages } from '../../../messages.ts'
import type { PromptMode } from '../api/generation.ts'

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
