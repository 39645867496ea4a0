import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { requestRecovery } from '../api/request-recovery.ts'
import { emailIn } from './email-in.ts'
import { EmailInput } from './email-input.tsx'
import { formStyle, submitStyle } from './form-style.ts'
import { fieldOf, errorText } from './error-text.ts'
import { type Problem, useCheckedForm } from './use-checked-form.ts'

const words = messages.auth.recover
const fields = ['email'] as const
type Name = (typeof fields)[number]

const missing: Problem<Name> = {
  title: words.failedTitle,
  message: words.emailMissing,
  field: 'email',
}

const refusal = (error: unknown): Problem<Name> => ({
  title: words.failedTitle,
  message: errorText(error, words.failed),
  ...fieldOf(error, { validation_failed: 'email' as const }),
})

type RecoveryRequestFormProps = { email: string; onBack: (email: string) => void }

export function RecoveryRequestForm({ email, onBack }: RecoveryRequestFormProps) {
  const { formProps, busy, errorOf } = useCheckedForm({
    fields,
    check: (values) => (values.email.trim() ? undefined : missing),
    refusal,
    send: async (values) => {
      await requestRecovery(values.email.trim())
      showToast({ title: words.sentTitle, message: words.sent, kind: 'success' })
    },
  })

  return (
    <form {...formProps} className={formStyle}>
      <Field label={messages.auth.email} error={errorOf('email')}>
        <EmailInput autoComplete="email" defaultValue={email} takesFocus />
      </Field>
      <div className="flex flex-col gap-3">
        <Button type="submit" variant="primary" busy={busy} className={submitStyle}>
          {words.submit}
        </Button>
        <Button
          className={submitStyle}
          onClick={({ currentTarget: { form } }) => onBack(emailIn(form))}
        >
          {words.back}
        </Button>
      </div>
    </form>
  )
}
