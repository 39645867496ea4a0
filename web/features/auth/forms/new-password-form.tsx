import { useState } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../../messages.ts'
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { setNewPassword, type CodeKind, showSecondFactor } from '../api/sign-in.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { isolatedClient } from '../../../lib/backend/supabase.ts'
import type { LoginState } from '../state/return-path.ts'
import { CodeField, codeRefusal } from './code-field.tsx'
import { AuthForm, WideButton } from './auth-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { checkReset, type ResetFault } from './form-checks.ts'
import { type Problem, requestProblem, useCheckedForm } from './use-checked-form.ts'

const words = messages.auth.reset
const fields = ['password', 'confirmPassword', 'code'] as const
type Name = (typeof fields)[number]

const problems: Record<ResetFault, Problem<Name>> = {
  mismatch: { title: words.mismatchTitle, message: words.mismatch, field: 'confirmPassword' },
  tooShort: { title: words.tooShortTitle, message: words.tooShort, field: 'password' },
  tooLong: { title: words.failedTitle, message: messages.auth.passwordTooLong, field: 'password' },
}

const fieldByCode: Partial<Record<string, Name>> = {
  same_password: 'password',
  validation_failed: 'password',
  weak_password: 'password',
}

const isAboutCode = (error: unknown) =>
  error instanceof RequestError && error.code.startsWith('mfa_')

type NewPasswordFormProps = { email: string; needsCode: boolean }

export function NewPasswordForm({ email, needsCode }: NewPasswordFormProps) {
  const [kind, setKind] = useState<CodeKind>('app')
  /** Whether a code was accepted: it counts for the whole session of the link, and a code works only once. */
  const [isCodeShown, setIsCodeShown] = useState(false)
  const asksForCode = needsCode && !isCodeShown
  const navigate = useNavigate()
  const [isShown, setIsShown] = useState(false)
  const { formProps, busy, errorOf, failure } = useCheckedForm({
    fields,
    check: (values) => {
      const fault = checkReset(values)
      if (fault) return problems[fault]
      return asksForCode && !values.code.trim()
        ? { message: messages.security.codeMissing, field: 'code' }
        : undefined
    },
    refusal: (error) =>
      isAboutCode(error)
        ? { title: words.failedTitle, message: codeRefusal(error), field: 'code' }
        : requestProblem(error, words, fieldByCode),
    send: async ({ password, code }) => {
      setIsShown(false)
      if (asksForCode) {
        await showSecondFactor(isolatedClient(), kind, code.trim())
        setIsCodeShown(true)
      }
      await setNewPassword(password)
      showToast({ title: words.successTitle, message: words.success, kind: 'success' })
      await navigate('/login', { replace: true, state: { email } satisfies LoginState })
    },
  })

  return (
    <AuthForm {...formProps} failure={failure}>
      {/* Tells password managers which account the new password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields
        label={messages.auth.newPassword}
        hint={messages.auth.passwordHint}
        confirmLabel={messages.auth.confirmNewPassword}
        errorOf={errorOf}
        isShown={isShown}
        onShow={setIsShown}
        ref={focusOnMount}
      />
      {asksForCode && <CodeField error={errorOf('code')} kind={kind} onKind={setKind} />}
      <WideButton type="submit" variant="primary" busy={busy}>
        {words.submit}
      </WideButton>
    </AuthForm>
  )
}
