import { FactorSection } from './factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { deleteAccount, downloadData } from '../api/security.ts'
import { errorText } from '../../../error-text.ts'
import { Section } from './section.tsx'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { Field } from '../../../ui/form/field.tsx'
import { PasswordInput } from '../forms/auth-form.tsx'
import { useCheckedForm } from '../forms/use-checked-form.ts'

const { security } = messages
const words = security.data

function refusal(error: unknown): string {
  const code = error instanceof RequestError ? error.code : ''
  if (code === 'invalid_credentials') return words.wrongPassword
  return code === 'last_admin' ? words.lastAdmin : errorText(error, words.removeFailed)
}

/** The route guards redirect to /login as soon as the session is gone. */
function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const [isShown, setIsShown] = useState(false)
  const { formProps, busy, errorOf } = useCheckedForm({
    fields: ['password'],
    check: ({ password }) =>
      password ? undefined : { field: 'password', message: messages.auth.passwordMissing },
    refusal: (error) => ({ message: refusal(error), field: 'password' }),
    send: async ({ password }) => {
      await deleteAccount(password)
      showToast({ title: words.removedTitle, message: words.removed, kind: 'success' })
    },
  })

  return (
    <form {...formProps} className="mt-2 flex flex-col gap-4 rounded-sm border border-bad p-4">
      <p>{words.removeText}</p>
      <Field label={words.password} error={errorOf('password')}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          isShown={isShown}
          onShow={setIsShown}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" busy={busy}>
          {words.removeConfirm}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {security.cancel}
        </Button>
      </div>
    </form>
  )
}

const failureOf = (error: unknown) => errorText(error, words.downloadFailed)

function OwnDataSection() {
  const [isDeleting, setIsDeleting] = useState(false)
  const download = useMutation({
    mutationFn: downloadData,
    onSuccess: (zip) => saveFile(zip, 'application/zip', words.fileName),
    onError: (error) =>
      showToast({ title: security.errorTitle, message: failureOf(error), kind: 'error' }),
  })

  return (
    <Section title={words.title}>
      <p className="text-ink-2">{words.downloadText}</p>
      <Button className="self-start" busy={download.isPending} onClick={() => download.mutate()}>
        {words.download}
      </Button>
      {download.isError && <FailureNote>{failureOf(download.error)}</FailureNote>}
      {isDeleting ? (
        <DeleteAccountForm onCancel={() => setIsDeleting(false)} />
      ) : (
        <Button className="mt-2 self-start text-bad" onClick={() => setIsDeleting(true)}>
          {words.remove}
        </Button>
      )}
    </Section>
  )
}

export function SecurityPanel() {
  return (
    <>
      <FactorSection />
      <SessionsSection />
      <OwnDataSection />
    </>
  )
}
