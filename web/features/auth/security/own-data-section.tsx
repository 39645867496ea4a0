import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { downloadData } from '../api/security.ts'
import { errorText } from '../../../error-text.ts'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { Section } from './section.tsx'

const { security } = messages
const words = security.data

const failureOf = (error: unknown) => errorText(error, words.downloadFailed)

export function OwnDataSection() {
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
