import { type FormEvent, type ReactNode, useState } from 'react'
import { usageMessages } from '../../../messages/admin-usage.ts'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { useFocusInvalid } from '../../../ui/form/focus-on-mount.ts'
import { FormActions, Dialog, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { readLimit } from './read-limit.ts'
import { useQuery } from '@tanstack/react-query'
import { MONTHLY_GENERATIONS } from '../../../../contract/limits.ts'
import { messages } from '../../../messages.ts'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { useLastShown } from '../../../ui/overlay/use-focus-return.ts'
import { defaultLimitQuery, type LimitedUser, limitQuery, useSetLimit } from '../api/limits.ts'
import { CardState } from '../card-note.tsx'
import { RadioFilter } from '../radio-filter.tsx'

const words = usageMessages.limit

type LimitFormProps = {
  /** The current limit. */
  most: number
  /** False if there is no number to enter. */
  hasNumber?: boolean
  /** Shown above the number. */
  children?: ReactNode
  /** Closes the dialog if it succeeds. */
  onSave: (most: number) => Promise<void>
}

export function LimitForm({ most, hasNumber = true, children, onSave }: LimitFormProps) {
  const [typed, setTyped] = useState(String(most))
  /** A new object for each attempt, so that the invalid field is focused again. */
  const [invalid, setInvalid] = useState<object>()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useFocusInvalid(invalid)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const read = hasNumber ? readLimit(typed) : most
    setInvalid(read === undefined ? {} : undefined)
    setFailure(undefined)
    if (read === undefined) return
    setIsBusy(true)
    try {
      await onSave(read)
    } catch {
      setFailure(words.failed)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void save(event)}
      className="flex flex-col gap-4"
    >
      {children}
      {hasNumber && (
        <Field label={words.most} hint={words.hint} error={invalid ? words.invalid : undefined}>
          <Input
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            className="w-36"
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
      <div aria-live="polite" className="empty:hidden">
        {failure && <FailureNote>{failure}</FailureNote>}
      </div>
      <FormActions className="mt-2" cancel={words.cancel} submit={words.save} busy={isBusy} />
    </form>
  )
}

export type Limited = LimitedUser & { email: string }

type LimitDialogProps = { user: Limited | undefined; onClose: () => void }

/** The monthly limit of one user. */
export function LimitDialog({ user, onClose }: LimitDialogProps) {
  const shown = useLastShown(user)
  return (
    <Dialog
      open={user !== undefined}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <DialogContent
        title={words.title}
        description={words.description(shown?.email ?? '')}
        closeLabel={messages.common.close}
      >
        {shown && <OwnLimit key={shown.userId} user={shown} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

type OwnLimitProps = { user: LimitedUser; onClose: () => void }

function OwnLimit({ user, onClose }: OwnLimitProps) {
  const own = useQuery(limitQuery(user))
  const { data: byDefault } = useQuery(defaultLimitQuery)
  const { mutateAsync } = useSetLimit()
  const [chosen, setChosen] = useState<'default' | 'own'>()
  if (!own.data) return <CardState query={own} failed={words.loadFailed} />
  const { most } = own.data
  const choice = chosen ?? (most === null ? 'default' : 'own')

  async function save(next: number): Promise<void> {
    await mutateAsync({ userId: user.userId, most: choice === 'default' ? null : next })
    showToast({ title: admin.successTitle, message: words.saved, kind: 'success' })
    onClose()
  }

  return (
    <LimitForm
      most={most ?? byDefault?.most ?? MONTHLY_GENERATIONS}
      hasNumber={choice === 'own'}
      onSave={save}
    >
      <div className="flex">
        <RadioFilter
          legend={words.choice}
          labels={{ default: words.byDefault(byDefault?.most), own: words.own }}
          value={choice}
          onChange={setChosen}
        />
      </div>
    </LimitForm>
  )
}
