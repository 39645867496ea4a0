import { useState } from 'react'
import { messages } from '../../../messages.ts'
import { FormActions } from '../../../ui/overlay/dialog.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { requestErrorOf } from '../api/sign-in.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { checkPasswordChange, type PasswordChangeFault } from './form-checks.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { type Problem, requestProblem, useCheckedForm } from './use-checked-form.ts'

async function changePassword(password: string): Promise<void> {
  const { error } = await supabase().auth.updateUser({ password })
  if (error) throw requestErrorOf(error)
}

const words = messages.editor.password
const fields = ['password', 'confirmPassword'] as const
type Name = (typeof fields)[number]

const problems: Record<PasswordChangeFault, Problem<Name>> = {
  passwordMissing: { message: words.missing, field: 'password' },
  confirmMissing: { message: words.missing, field: 'confirmPassword' },
  mismatch: { title: words.failedTitle, message: words.mismatch, field: 'confirmPassword' },
  tooShort: { title: words.failedTitle, message: words.tooShort, field: 'password' },
  tooLong: { title: words.failedTitle, message: messages.auth.passwordTooLong, field: 'password' },
}

export function ChangePasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const [isShown, setIsShown] = useState(false)
  const { formProps, busy, errorOf } = useCheckedForm<Name>({
    fields,
    check: (values) => {
      const fault = checkPasswordChange(values)
      return fault && problems[fault]
    },
    refusal: (error) => ({ ...requestProblem(error, words, {}), field: 'password' }),
    send: async ({ password }) => {
      setIsShown(false)
      await changePassword(password)
      showToast({ title: words.successTitle, message: words.success, kind: 'success' })
      onDone()
    },
  })

  return (
    <form {...formProps} className="grid gap-4">
      {/* Tells password managers which account the new password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields
        label={messages.auth.newPassword}
        confirmLabel={messages.auth.confirmNewPassword}
        errorOf={errorOf}
        isShown={isShown}
        onShow={setIsShown}
      />
      <FormActions cancel={words.cancel} submit={busy ? words.busy : words.submit} busy={busy} />
    </form>
  )
}
