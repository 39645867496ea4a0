import { type FormEvent, useState } from 'react'
import { LABEL_CHARACTERS } from '../../../contract/limits.ts'
import { reasonOf } from '../../error-text.ts'
import { messages } from '../../messages.ts'
import { historyMessages } from '../../messages/history.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Dialog, FormActions, DialogContent } from '../../ui/overlay/dialog.tsx'
import { plainName } from '../../../contract/plain-name.ts'

const words = historyMessages.name

type NameDialogProps = {
  /** The version's current name. */
  label: string | null
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** An empty name removes the current one. */
  onName: (label: string) => Promise<void>
}

export function NameDialog({ label, isOpen, onOpenChange, onName }: NameDialogProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  function close(): void {
    setTyped(null)
    setFailure(undefined)
    onOpenChange(false)
  }
  async function name(wanted: string): Promise<void> {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await onName(wanted)
      close()
    } catch (error) {
      setFailure(words.failed(reasonOf(error)))
    } finally {
      setIsBusy(false)
    }
  }
  const value = typed ?? label ?? ''
  const isUnchanged = plainName(value) === (label ?? '')
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        if (!next && !isBusy) close()
      }}
    >
      <DialogContent
        title={label === null ? words.set : words.change}
        description={words.description}
        closeLabel={messages.common.close}
      >
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (!isBusy && !isUnchanged) void name(plainName(value))
          }}
        >
          <Field label={words.field} error={failure}>
            <Input
              value={value}
              placeholder={words.placeholder}
              maxLength={LABEL_CHARACTERS}
              autoComplete="off"
              dir="auto"
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          <FormActions
            cancel={words.cancel}
            submit={words.save}
            busy={isBusy}
            disabled={isUnchanged}
          >
            {label !== null && (
              <Button
                variant="ghost"
                disabled={isBusy}
                className="sm:mr-auto"
                onClick={() => void name('')}
              >
                {words.remove}
              </Button>
            )}
          </FormActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}
