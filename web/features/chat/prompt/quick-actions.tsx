import { Plus } from 'lucide-react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { RemovableChip } from '../../../ui/button/removable-chip.tsx'
import type { PromptMode } from '../api/generation.ts'

const { quick, scope } = messages
const { actions } = quick

export type QuickAction = keyof typeof actions
const names = Object.keys(actions) as QuickAction[]

/** The quick action that a prompt comes from, if any. */
export const actionOf = (prompt: string): QuickAction | undefined =>
  names.find((name) => actions[name].prompt === prompt)

type QuickActionsProps = {
  mode: PromptMode
  isBusy: boolean
  onAction: (name: QuickAction, prompt: string) => void
  /** Makes the scene with the cursor the scope; undefined if there is none, or a scope already. */
  onThisScene: (() => void) | undefined
}

/** Ready prompts in a row that scrolls where it is too narrow. */
export function QuickActions({ mode, isBusy, onAction, onThisScene }: QuickActionsProps) {
  if (mode === 'ask' && !onThisScene) return null
  return (
    <fieldset
      aria-label={quick.label}
      disabled={isBusy}
      className="-mx-1 flex min-w-0 gap-1.5 overflow-x-auto p-1 [scrollbar-width:none]"
    >
      {onThisScene && (
        <Button
          size="sm"
          variant="ghost"
          onClick={onThisScene}
          className="rounded-full border-dashed border-line-2"
        >
          <Plus />
          {scope.thisScene}
        </Button>
      )}
      {mode === 'change' &&
        names.map((name) => (
          <Button
            key={name}
            size="sm"
            onClick={() => onAction(name, actions[name].prompt)}
            className="rounded-full"
          >
            {actions[name].label}
          </Button>
        ))}
    </fieldset>
  )
}

const words = messages.scope

/** The part of the script that the prompt is about; a click removes it. */
export function ScopeChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
      <RemovableChip label={label} removeLabel={words.remove(label)} onRemove={onRemove} />
      <span>{words.rest}</span>
    </div>
  )
}
