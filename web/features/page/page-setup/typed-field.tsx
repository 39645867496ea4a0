import { useState } from 'react'
import { pageMessages } from '../../../messages/page.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'

const words = pageMessages.pageSetup

type NumberFieldProps = {
  label: string
  value: number
  least: number
  most: number
  step: number
  onValue: (value: number) => void
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** A number that takes effect as it is typed, once it is within its limits. */
export function NumberField({ label, value, least, most, step, onValue }: NumberFieldProps) {
  // What is typed stays as it is: "2." is on its way to 2.5.
  const [typed, setTyped] = useState<string>()
  const isAllowed = (number: number) => number >= least && number <= most
  const isInvalid = typed !== undefined && (typed.trim() === '' || !isAllowed(Number(typed)))

  function type(text: string): void {
    setTyped(text)
    const number = Number(text)
    if (text.trim() !== '' && isAllowed(number)) onValue(rounded(number))
  }

  return (
    <Field
      label={label}
      error={isInvalid ? words.between(rounded(least), rounded(most)) : undefined}
    >
      <Input
        type="number"
        inputMode="decimal"
        min={rounded(least)}
        max={rounded(most)}
        step={step}
        value={typed ?? String(rounded(value))}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(undefined)}
        className="w-full"
      />
    </Field>
  )
}

type TextFieldProps = {
  label: string
  value: string
  onValue: (value: string) => void
}

/** A text that takes effect as it is typed. */
export function TextField({ label, value, onValue }: TextFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <Field label={label}>
      <Input
        value={typed ?? value}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setTyped(target.value)
          onValue(target.value)
        }}
        onBlur={() => setTyped(undefined)}
        className="w-full font-script"
      />
    </Field>
  )
}
