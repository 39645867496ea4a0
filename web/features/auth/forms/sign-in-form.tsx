import { useState } from 'react'
import { messages } from '../../../messages/first.ts'
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts'
import { Field } from '../../../ui/form/field.tsx'
import { linkStyle } from '../../../ui/button/button-style.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { signIn } from '../api/sign-in.ts'
import { AuthForm, WideButton, EmailInput, typedEmail, PasswordInput } from './auth-form.tsx'
import { type Problem, requestProblem, useCheckedForm } from './use-checked-form.ts'

const words = messages.auth.signIn
const fields = ['email', 'password'] as const
type Name = (typeof fields)[number]

const fieldByCode: Partial<Record<string, Name>> = {
  invalid_credentials: 'password',
  email_not_confirmed: 'email',
  validation_failed: 'email',
}

function check({ email, password }: Record<Name, string>): Problem<Name> | undefined {
  if (!email.trim()) return { field: 'email', message: messages.auth.recover.emailMissing }
  return password ? undefined : { field: 'password', message: messages.auth.passwordMissing }
}

type SignInFormProps = { email: string; onForgot: (email: string) => void }

/** After signing in, the route guard of /login redirects. */
export function SignInForm({ email, onForgot }: SignInFormProps) {
  const [isShown, setIsShown] = useState(false)
  const { formProps, busy, errorOf, failure } = useCheckedForm({
    fields,
    check,
    refusal: (error) => requestProblem(error, words, fieldByCode),
    send: async (values) => {
      setIsShown(false)
      const { needsCode } = await signIn({
        email: values.email.trim(),
        password: values.password,
      })
      if (needsCode) return
      showToast({ title: words.success, kind: 'success' })
    },
  })

  return (
    <AuthForm {...formProps} failure={failure}>
      <Field label={messages.auth.email} error={errorOf('email')}>
        <EmailInput autoComplete="username" defaultValue={email} takesFocus={email === ''} />
      </Field>
      <Field label={messages.auth.password} error={errorOf('password')} className="relative">
        <PasswordInput
          name="password"
          autoComplete="current-password"
          isShown={isShown}
          onShow={setIsShown}
          ref={email === '' ? undefined : focusOnMount}
        />
        {/* Visually beside the label, but after the input in tab order. */}
        <button
          type="button"
          className={`${linkStyle} absolute top-0 right-0 rounded-sm text-md after:absolute after:-inset-x-2 after:-top-4.5 after:-bottom-1.5`}
          onClick={({ currentTarget: { form } }) => onForgot(typedEmail(form))}
        >
          {words.forgot}
        </button>
      </Field>
      <WideButton type="submit" variant="primary" busy={busy}>
        {words.submit}
      </WideButton>
    </AuthForm>
  )
}
