import type { ComponentProps } from 'react'
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts'
import { Input } from '../../../ui/form/input.tsx'

type EmailInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'name'> & {
  takesFocus?: boolean
}

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
      ref={takesFocus ? focusOnMount : undefined}
    />
  )
}

/** The address typed into a form so far, to prefill the next one. */
export function typedEmail(form: HTMLFormElement | null): string {
  const email = form ? new FormData(form).get('email') : ''
  return typeof email === 'string' ? email : ''
}
