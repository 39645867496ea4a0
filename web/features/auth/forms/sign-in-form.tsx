import { useState } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { linkStyle } from '../../../ui/button/link-style.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { signIn } from '../api/sign-in.ts'
import { emailIn } from './email-in.ts'
import { EmailInput } from './email-input.tsx'
import { formStyle, submitStyle } from './form-style.ts'
import { PasswordInput } from './password-input.tsx'
import { fieldOf, errorText } from './error-text.ts'
import { type Problem, useCheckedForm } from './use-checked-form.ts'

const words = messages.auth.signIn
const fields = ['email', 'password'] as const
type Name = (typeof fields)[number]

const spokenOf: Partial<Record<string, Name>> = {
  invalid_credentials: 'password',
  email_not_confirmed: 'email',
  validation_failed: 'email',
}

const refusal = (error: unknown): Problem<Name> => ({
  title: words.failedTitle,
  message: errorText(error, words.failed),
  ...fieldOf(error, spokenOf),
})

function check({ email, password }: Record<Name, string>): Problem<Name> | undefined {
  if (!email.trim()) return { field: 'email', message: messages.auth.recover.emailMissing }
  return password ? undefined : { field: 'password', message: messages.auth.passwordMissing }
}

type SignInFormProps = { email: string; takesFocus: boolean; onForgot: (email: string) => void }

/** The guard of /login moves on as soon as the session is there. */
export function SignInForm({ email, takesFocus, onForgot }: SignInFormProps) {
  const [isShown, setIsShown] = useState(false)
  const { formProps, busy, errorOf } = useCheckedForm({
    fields,
    check,
    refusal,
    send: async (values) => {
      setIsShown(false)
      await signIn({ email: values.email.trim(), password: values.password })
      showToast({ title: words.success, kind: 'success' })
    },
  })

  return (
    <form {...formProps} className={formStyle}>
      <Field label={messages.auth.email} error={errorOf('email')}>
        <EmailInput autoComplete="username" defaultValue={email} takesFocus={takesFocus} />
      </Field>
      <Field label={messages.auth.password} error={errorOf('password')} className="relative">
        <PasswordInput
          name="password"
          autoComplete="current-password"
          isShown={isShown}
          onShow={setIsShown}
        />
        {/* Beside the label for the eye, behind the box for the Tab key: nobody passes it by accident. */}
        <button
          type="button"
          className={`${linkStyle} absolute top-0 right-0 rounded-sm text-md after:absolute after:-inset-x-2 after:-top-4.5 after:-bottom-1.5`}
          onClick={({ currentTarget: { form } }) => onForgot(emailIn(form))}
        >
          {words.forgot}
        </button>
      </Field>
      <Button type="submit" variant="primary" busy={busy} className={submitStyle}>
        {words.submit}
      </Button>
    </form>
  )
}
