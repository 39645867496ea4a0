import type { ComponentProps } from 'react'
import { Input } from '../../../ui/form/input.tsx'

type EmailInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'name'> & {
  /** Focuses the input on mount, for a form the user has just switched to. */
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

/** The address typed into a form so far, to prefill the next one. */
export function typedEmail(form: HTMLFormElement | null): string {
  const email = form ? new FormData(form).get('email') : ''
  return typeof email === 'string' ? email : ''
}
