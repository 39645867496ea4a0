import { X } from 'lucide-react'

type RemovableChipProps = { label: string; removeLabel: string; onRemove: () => void }

/** What is chosen, in a few words; a click takes it back. */
export function RemovableChip({ label, removeLabel, onRemove }: RemovableChipProps) {
  return (
    <button
      type="button"
      aria-label={removeLabel}
      title={removeLabel}
      onClick={onRemove}
      className="inline-flex h-7 max-w-full shrink-0 items-center gap-1.5 rounded-full border border-line-2 bg-sheet px-2.5 font-script text-sm text-ink hover:border-ink-2 touch:h-9"
    >
      <span className="truncate">{label}</span>
      <X className="size-3.5 shrink-0" />
    </button>
  )
}
