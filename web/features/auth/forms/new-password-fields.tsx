import type { ComponentProps } from 'react'
import { Field } from '../../../ui/form/field.tsx'
import { PasswordInput } from './auth-form.tsx'

type NewPasswordFieldsProps = Omit<
  ComponentProps<typeof PasswordInput>,
  'name' | 'autoComplete'
> & {
  label: string
  hint?: string
  confirmLabel: string
  errorOf: (field: 'password' | 'confirmPassword') => string | undefined
}

/** A new password, twice. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label, hint, confirmLabel, errorOf, onShow, ref, ...rest } = props
  const input = { ...rest, autoComplete: 'new-password' }
  return (
    <>
      <Field label={label} {...(hint && { hint })} error={errorOf('password')}>
        <PasswordInput {...input} name="password" ref={ref} {...(onShow && { onShow })} />
      </Field>
      <Field label={confirmLabel} error={errorOf('confirmPassword')}>
        <PasswordInput {...input} name="confirmPassword" />
      </Field>
    </>
  )
}
