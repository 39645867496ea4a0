import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { factorQuery, useNewCodes, useTurnOff } from '../api/security.ts'
import { errorText } from '../../../error-text.ts'
import { EnrollForm } from './enroll-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Section, SectionFailure, SectionLoading } from './section.tsx'

const { security } = messages
const words = security.factor

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
