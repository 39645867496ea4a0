import { X } from 'lucide-react'
import { messages } from '../../../messages.ts'

const words = messages.scope

/** The part of the script that the prompt is about; a click removes it. */
export function ScopeChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
      <button
        type="button"
        aria-label={words.remove(label)}
        onClick={onRemove}
        className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border border-line-2 bg-sheet px-2.5 font-script text-ink hover:border-ink-2 touch:h-9"
      >
        <span className="truncate">{label}</span>
        <X aria-hidden="true" className="size-3.5 shrink-0" />
      </button>
      <span>{words.rest}</span>
    </div>
  )
}
