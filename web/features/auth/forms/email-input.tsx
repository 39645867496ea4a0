import type { ComponentProps } from 'react'
import { Input } from '../../../ui/form/input.tsx'

type EmailInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'name'> & {
  /** For a form that the person has just switched to. */
  takesFocus?: boolean
}

const focus = (input: HTMLInputElement | null) => input?.focus()

export function EmailInput({ takesFocus = false, ...rest }: EmailInputProps) {
  return (
    <Input
      required
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type="email"
      name="email"
      ref={takesFocus ? focus : undefined}
    />
  )
}
