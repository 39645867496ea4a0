import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PASSWORD_MIN } from '../../../../contract/limits.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { messages } from '../../../messages.ts'
import { Field } from '../../../ui/form/field.tsx'
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { type EndedInvitation, signUp } from '../api/sign-up.ts'
import { AuthForm, EmailInput, WideButton } from './auth-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import type { LoginState } from '../state/return-path.ts'
import { checkSignUp, type SignUpFault } from './form-checks.ts'
import { type Problem, requestProblem, useCheckedForm } from './use-checked-form.ts'

const words = messages.auth.signUp
const fields = ['email', 'password', 'confirmPassword'] as const
type Name = (typeof fields)[number]

const problems: Record<SignUpFault, Problem<Name>> = {
  mismatch: { title: words.mismatchTitle, message: words.mismatch, field: 'confirmPassword' },
  tooShort: { title: words.mismatchTitle, message: words.tooShort, field: 'password' },
  invalidEmail: { title: words.invalidEmailTitle, message: words.invalidEmail, field: 'email' },
  weak: { title: words.weakTitle, message: words.weak, field: 'password' },
  tooLong: { title: words.failedTitle, message: messages.auth.passwordTooLong, field: 'password' },
}

const fieldByCode: Partial<Record<string, Name>> = {
  user_already_exists: 'email',
  validation_failed: 'email',
  weak_password: 'password',
}

const trimmed = (values: Record<Name, string>) => ({ ...values, email: values.email.trim() })

const endedByCode: Partial<Record<string, EndedInvitation>> = {
  invitation_accepted: 'accepted',
  invitation_expired: 'expired',
  invitation_revoked: 'revoked',
  invitation_unknown: 'unknown',
}

type SignUpFormProps = {
  /** The form is fixed to its address. `end` reports that it ended after the form was shown. */
  invitation?: { token: string; email: string; end: (state: EndedInvitation) => void }
}

export function SignUpForm({ invitation }: SignUpFormProps) {
  const navigate = useNavigate()
  const [isShown, setIsShown] = useState(false)
  const { formProps, busy, errorOf, failure } = useCheckedForm({
    fields,
    check: (values) => {
      const fault = checkSignUp(trimmed(values))
      return fault && problems[fault]
    },
    refusal: (error) => {
      const ended = error instanceof RequestError ? endedByCode[error.code] : undefined
      if (ended) invitation?.end(ended)
      return requestProblem(error, words, fieldByCode)
    },
    send: async (values) => {
      setIsShown(false)
      const { email } = trimmed(values)
      const credentials = { email, password: values.password }
      const { isAdmin: isFirst } = await signUp(credentials, invitation?.token)
      const title = invitation ? messages.auth.invitation.success : words.success
      showToast({ title, kind: 'success' })
      await navigate('/login', { state: { email, isFirst } satisfies LoginState })
    },
  })

  return (
    <AuthForm {...formProps} failure={failure}>
      <Field label={messages.auth.email} error={errorOf('email')}>
        {invitation ? (
          <EmailInput
            autoComplete="username"
            readOnly
            value={invitation.email}
            className="bg-sunk text-ink-2"
          />
        ) : (
          <EmailInput autoComplete="username" takesFocus />
        )}
      </Field>
      <NewPasswordFields
        label={messages.auth.password}
        hint={messages.auth.passwordHint}
        confirmLabel={messages.auth.confirmPassword}
        errorOf={errorOf}
        minLength={PASSWORD_MIN.form}
        isShown={isShown}
        onShow={setIsShown}
        ref={invitation && focusOnMount}
      />
      <WideButton type="submit" variant="primary" busy={busy}>
        {words.submit}
      </WideButton>
    </AuthForm>
  )
}
