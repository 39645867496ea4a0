import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import {
  abandonEnrollment,
  enroll,
  factorQuery,
  useNewCodes,
  useTurnOff,
  useTurnOn,
} from '../api/security.ts'
import { errorText } from '../../../error-text.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Section, SectionFailure, SectionLoading } from './section.tsx'
import { logWarning } from '../../../lib/log.ts'
import { CodeField, codeRefusal } from '../forms/code-field.tsx'
import { useCheckedForm } from '../forms/use-checked-form.ts'

const { security } = messages
const words = security.factor

type EnrollFormProps = { onDone: (codes: readonly string[]) => void; onCancel: () => void }

/** Requests a new secret each time it opens and keeps none in the cache. */
function EnrollForm(props: EnrollFormProps) {
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

/** Off, being set up, showing its codes, or on. */
export function FactorSection() {
  const { data: factor, isError, refetch } = useQuery(factorQuery)
  const [isEnrolling, setIsEnrolling] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()

  function show() {
    if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
    if (factor === undefined)
      return isError ? <SectionFailure onRetry={() => void refetch()} /> : <SectionLoading />
    if (factor) return <FactorOn factor={factor} onCodes={setCodes} />
    if (isEnrolling) {
      return (
        <EnrollForm
          onDone={(made) => {
            setCodes(made)
            setIsEnrolling(false)
          }}
          onCancel={() => setIsEnrolling(false)}
        />
      )
    }
    return (
      <>
        <p className="text-ink-2">{words.off}</p>
        <Button className="self-start" onClick={() => setIsEnrolling(true)}>
          {words.setUp}
        </Button>
      </>
    )
  }

  return <Section title={words.title}>{show()}</Section>
}

type FactorOnProps = {
  factor: { factorId: string; codesLeft: number; hasCodes: boolean }
  onCodes: (codes: readonly string[]) => void
}

function FactorOn({ factor, onCodes }: FactorOnProps) {
  const [isAsking, setIsAsking] = useState(false)
  const newCodes = useNewCodes()
  const turnOff = useTurnOff()

  function fail(error: unknown, otherwise: string): string {
    const message = errorText(error, otherwise)
    showToast({ title: security.errorTitle, message, kind: 'error' })
    return message
  }

  return (
    <>
      <p className="text-ink-2">
        {words.on} {security.codes.left(factor.codesLeft)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          busy={newCodes.isPending}
          onClick={() =>
            void newCodes
              .mutateAsync(factor.hasCodes)
              .then(onCodes, (error: unknown) => fail(error, security.codes.failed))
          }
        >
          {security.codes.create}
        </Button>
        <Button className="text-bad" onClick={() => setIsAsking(true)}>
          {words.turnOff}
        </Button>
      </div>
      {newCodes.isError && (
        <FailureNote>{errorText(newCodes.error, security.codes.failed)}</FailureNote>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={words.turnOffTitle}
        description={words.turnOffText}
        cancelLabel={security.cancel}
        confirmLabel={words.turnOff}
        danger
        onConfirm={async () => {
          await turnOff.mutateAsync(factor.factorId)
          showToast({ title: security.successTitle, message: words.turnedOff, kind: 'success' })
        }}
        onFailure={(error) => fail(error, words.turnOffFailed)}
      />
    </>
  )
}
