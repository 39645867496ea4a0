import { useState } from 'react'
import { supabase } from '../../../lib/backend/supabase.ts'
import { messages } from '../../../messages/first.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { type CodeKind, showSecondFactor } from '../api/sign-in.ts'
import { useSignOut } from '../state/use-sign-out.ts'
import { CodeField, codeRefusal } from './code-field.tsx'
import { AuthForm, WideButton } from './auth-form.tsx'
import { useCheckedForm } from './use-checked-form.ts'

const words = messages.security.challenge

/** Second step, after the password: the guard of /login redirects once the code is accepted. */
export function CodeForm() {
  const [kind, setKind] = useState<CodeKind>('app')
  const { signOut, isSigningOut } = useSignOut()
  const { formProps, busy, errorOf, failure } = useCheckedForm({
    fields: ['code'],
    check: ({ code }) =>
      code.trim() ? undefined : { field: 'code', message: messages.security.codeMissing },
    refusal: (error) => ({
      title: words.failedTitle,
      message: codeRefusal(error),
      field: 'code',
    }),
    send: async ({ code }) => {
      await showSecondFactor(supabase(), kind, code.trim())
      showToast({ title: messages.auth.signIn.success, kind: 'success' })
    },
  })

  return (
    <AuthForm {...formProps} failure={failure}>
      <CodeField error={errorOf('code')} kind={kind} onKind={setKind} takesFocus />
      <div className="flex flex-col gap-3">
        <WideButton type="submit" variant="primary" busy={busy}>
          {words.submit}
        </WideButton>
        <WideButton busy={isSigningOut} onClick={() => signOut()}>
          {words.back}
        </WideButton>
      </div>
    </AuthForm>
  )
}
