import { useId } from 'react'

type RadioFilterProps<Value extends string> = {
  legend: string
  labels: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

/** A few choices side by side, one of them selected. */
export function RadioFilter<Value extends string>(props: RadioFilterProps<Value>) {
  const { legend, labels, value, onChange } = props
  const name = useId()
  return (
    <fieldset className="flex rounded-sm border border-line bg-sunk max-sm:grow">
      <legend className="sr-only">{legend}</legend>
      {(Object.entries(labels) as [Value, string][]).map(([choice, label]) => (
        <label
          key={choice}
          className="relative -m-px flex h-9 cursor-pointer items-center justify-center rounded-sm border border-transparent px-3 text-sm text-ink-2 hover:text-ink has-checked:border-line-2 has-checked:bg-sheet has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent max-sm:grow touch:h-11"
        >
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === value}
            onChange={() => onChange(choice)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
