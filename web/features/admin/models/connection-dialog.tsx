import { useState } from 'react'
import { type ListedConnection, MODEL_KINDS, type ModelKind } from '../../../../contract/models.ts'
import { errorText } from '../../../error-text.ts'
import { newId } from '../../../lib/ids.ts'
import { adminModelsMessages as words } from '../../../messages/admin-models.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Dialog, DialogActions, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { useManageModels } from './models-api.ts'

type ConnectionDialogProps = {
  /** Undefined for a new one. */
  connection: ListedConnection | undefined
  onClose: () => void
}

/** The key is only ever sent, never shown. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const { mutate, isPending, error } = useManageModels()
  const [id] = useState(() => connection?.id ?? newId())
  const [kind, setKind] = useState<ModelKind>(connection?.kind ?? 'openai')
  const [name, setName] = useState<string>()
  const [address, setAddress] = useState(connection?.baseUrl ?? '')
  const [key, setKey] = useState('')
  const [removesKey, setRemovesKey] = useState(false)
  const hasKey = connection !== undefined && connection.key !== 'none'
  const shownName = name ?? connection?.name ?? words.kinds[kind]
  const isCompatible = kind === 'openai-compatible'

  function save(): void {
    const keeps = hasKey && key === '' && !removesKey
    mutate(
      {
        action: 'save',
        id,
        revision: connection?.revision ?? null,
        name: shownName,
        kind,
        baseUrl: address.trim() === '' ? null : address,
        key: keeps ? null : key,
      },
      {
        onSuccess: ({ trouble }) => {
          onClose()
          if (!trouble) return
          const message = trouble.words ? words.says(trouble.words) : undefined
          showToast({ title: trouble.sentence, ...(message && { message }), kind: 'error' })
        },
      },
    )
  }

  const keyHint = isCompatible ? words.keyOptionalHint : words.keyHint
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={connection ? words.editTitle : words.addTitle} closeLabel={words.close}>
        <form
          className="flex flex-col gap-4"
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <Field label={words.kind}>
            <Select
              value={kind}
              onChange={({ target }) => setKind(target.value as ModelKind)}
              className="w-full"
            >
              {MODEL_KINDS.map((one) => (
                <option key={one} value={one}>
                  {words.kinds[one]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={words.name} hint={words.nameHint}>
            <Input
              value={shownName}
              maxLength={80}
              required
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <Field
            label={words.address}
            hint={isCompatible ? words.addressCompatibleHint : words.addressHint}
          >
            <Input
              value={address}
              type="url"
              inputMode="url"
              maxLength={500}
              required={isCompatible}
              spellCheck={false}
              onChange={({ target }) => setAddress(target.value)}
            />
          </Field>
          <Field label={words.key} hint={hasKey ? words.keyKeepHint : keyHint}>
            <Input
              value={key}
              type="password"
              autoComplete="new-password"
              maxLength={1000}
              disabled={removesKey}
              onChange={({ target }) => setKey(target.value)}
            />
          </Field>
          {hasKey && (
            <Checkbox label={words.removeKey} checked={removesKey} onChange={setRemovesKey} />
          )}
          <div aria-live="polite" className="empty:hidden">
            {error && <FailureNote>{errorText(error, words.failed)}</FailureNote>}
          </div>
          <DialogActions>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button type="submit" variant="primary" busy={isPending}>
              {words.save}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}
