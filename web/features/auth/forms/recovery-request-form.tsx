import { messages } from '../../../messages/first.ts'
import { Field } from '../../../ui/form/field.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { requestRecovery } from '../api/sign-in.ts'
import { AuthForm, WideButton, EmailInput, typedEmail } from './auth-form.tsx'
import { type Problem, requestProblem, useCheckedForm } from './use-checked-form.ts'

const words = messages.auth.recover
const fields = ['email'] as const
type Name = (typeof fields)[number]

const missing: Problem<Name> = {
  title: words.failedTitle,
  message: words.emailMissing,
  field: 'email',
}

type RecoveryRequestFormProps = { email: string; onBack: (email: string) => void }

export function RecoveryRequestForm({ email, onBack }: RecoveryRequestFormProps) {
  const { formProps, busy, errorOf, failure } = useCheckedForm({
    fields,
    check: (values) => (values.email.trim() ? undefined : missing),
    refusal: (error) => requestProblem<Name>(error, words, { validation_failed: 'email' }),
    send: async (values) => {
      await requestRecovery(values.email.trim())
      showToast({ title: words.sentTitle, message: words.sent, kind: 'success' })
    },
  })

  return (
    <AuthForm {...formProps} failure={failure}>
      <Field label={messages.auth.email} error={errorOf('email')}>
        <EmailInput autoComplete="email" defaultValue={email} takesFocus />
      </Field>
      <div className="flex flex-col gap-3">
        <WideButton type="submit" variant="primary" busy={busy}>
          {words.submit}
        </WideButton>
        <WideButton onClick={({ currentTarget: { form } }) => onBack(typedEmail(form))}>
          {words.back}
        </WideButton>
      </div>
    </AuthForm>
  )
}
