import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { logWarning } from '../../../lib/log.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { abandonEnrollment, enroll, useTurnOn } from '../api/security.ts'
import { CodeField, codeRefusal } from '../forms/code-field.tsx'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { SectionFailure, SectionLoading } from './section.tsx'

const { security } = messages
const words = security.factor

type EnrollFormProps = { onDone: (codes: readonly string[]) => void; onCancel: () => void }

/** Requests a new secret each time it opens and keeps none in the cache. */
export function EnrollForm(props: EnrollFormProps) {
  const attempt = useId()
  const { data, isError, refetch } = useQuery({
    queryKey: ['enrollment', attempt],
    queryFn: enroll,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data) return <Enrollment enrollment={data} {...props} />
  return isError ? <SectionFailure onRetry={() => void refetch()} /> : <SectionLoading />
}

type EnrollmentProps = EnrollFormProps & {
  enrollment: { factorId: string; qrCode: string; secret: string }
}

function Enrollment({ enrollment, onDone, onCancel }: EnrollmentProps) {
  const { factorId, qrCode, secret } = enrollment
  const turnOn = useTurnOn()
  const { formProps, busy, errorOf } = useCheckedForm({
    fields: ['code'],
    check: ({ code }) =>
      code.trim() ? undefined : { field: 'code', message: security.codeMissing },
    refusal: (error) => ({ message: codeRefusal(error), field: 'code' }),
    send: async ({ code }) => {
      onDone(await turnOn.mutateAsync({ factorId, code: code.replaceAll(' ', '') }))
      showToast({ title: security.successTitle, message: words.turnedOn, kind: 'success' })
    },
  })

  function cancel(): void {
    onCancel()
    // An unfinished enrollment expires after a few minutes anyway.
    abandonEnrollment(factorId).catch((error: unknown) =>
      logWarning('The enrollment was not removed:', error),
    )
  }

  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-ink-2">{words.scan}</p>
      {/* Dark on light in both themes: not every app can scan an inverted code. */}
      <img
        src={qrCode}
        alt={words.qrCode}
        className="size-44 self-center rounded-sm border border-line bg-white"
      />
      <p className="text-ink-2">
        {words.secret}{' '}
        <code className="font-script wrap-anywhere text-ink select-all">{secret}</code>
      </p>
      <CodeField error={errorOf('code')} kind="app" takesFocus />
      <p className="text-ink-2">{words.othersSignedOut}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {words.turnOn}
        </Button>
        <Button disabled={busy} onClick={cancel}>
          {security.cancel}
        </Button>
      </div>
    </form>
  )
}
