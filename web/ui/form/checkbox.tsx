import { useId } from 'react'

type CheckboxProps = {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox whose whole label can be clicked. */
export function Checkbox({ label, hint, checked, onChange }: CheckboxProps) {
  const hintId = useId()
  return (
    <label className="flex cursor-pointer items-start gap-2.5 py-1 text-md">
      <input
        type="checkbox"
        checked={checked}
        aria-label={label}
        aria-describedby={hint ? hintId : undefined}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-[0.2em] size-4.5 shrink-0 cursor-pointer accent-accent touch:size-6 touch:mt-0"
      />
      <span className="grid">
        {label}
        {hint && (
          <span id={hintId} className="text-sm text-ink-2">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
