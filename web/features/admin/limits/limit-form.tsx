import { type FormEvent, type ReactNode, useState } from 'react'
import { usageMessages } from '../../../messages/admin-usage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { useFocusInvalid } from '../../../ui/form/use-focus-invalid.ts'
import { DialogActions, DialogClose } from '../../../ui/overlay/dialog.tsx'
import { readLimit } from './read-limit.ts'

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
      <DialogActions className="mt-2">
        <DialogClose asChild>
          <Button disabled={isBusy}>{words.cancel}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={isBusy}>
          {words.save}
        </Button>
      </DialogActions>
    </form>
  )
}
