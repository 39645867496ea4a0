import { useRef, useState } from 'react'
import {
  type ListedConnection,
  MODEL_KINDS,
  type ModelKind,
} from '../../../../../contract/models.ts'
import { newId } from '../../../../lib/ids.ts'
import { adminModelsMessages as words } from '../../../../messages/admin-models.ts'
import { FailureNote } from '../../../../ui/feedback/failure-note.tsx'
import { showToast } from '../../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../../ui/form/checkbox.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { Input } from '../../../../ui/form/input.tsx'
import { Select } from '../../../../ui/form/select.tsx'
import { useFocusInvalid } from '../../../../ui/form/focus-on-mount.ts'
import { Dialog, FormActions, DialogContent } from '../../../../ui/overlay/dialog.tsx'
import {
  type ConnectionProblem,
  connectionProblem,
  refusedConnection,
} from './connection-problem.ts'
import { useManageModels, type SavedConnection } from '../../api/models.ts'

type ConnectionDialogProps = {
  /** Undefined for a new one. */
  connection: ListedConnection | undefined
  onSaved: (saved: SavedConnection) => void
  onClose: () => void
}

/** The key is only ever sent, never shown. */
export function ConnectionDialog({ connection, onSaved, onClose }: ConnectionDialogProps) {
  const { mutate, isPending } = useManageModels()
  const [id] = useState(() => connection?.id ?? newId())
  const [kind, setKind] = useState<ModelKind>(connection?.kind ?? 'openai')
  const [name, setName] = useState<string>()
  const [address, setAddress] = useState(connection?.baseUrl ?? '')
  const [key, setKey] = useState('')
  const [removesKey, setRemovesKey] = useState(false)
  const [problem, setProblem] = useState<ConnectionProblem>()
  const form = useFocusInvalid(problem)
  const isAdded = useRef(false)
  const errorOf = (field: NonNullable<ConnectionProblem['field']>) =>
    problem?.field === field ? problem.message : undefined
  const hasKey = connection !== undefined && connection.key !== 'none'
  const shownName = name ?? connection?.name ?? words.kinds[kind]
  const isCompatible = kind === 'openai-compatible'

  function save(): void {
    if (isPending) return
    const found = connectionProblem({ name: shownName, kind, address })
    setProblem(found)
    if (found) return
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
          isAdded.current = connection === undefined
          onClose()
          onSaved({ id, isNew: isAdded.current, trouble })
          // The connection's card also shows the provider's own error message.
          if (trouble) showToast({ title: trouble.sentence, kind: 'error' })
          else
            showToast({
              title: words.successTitle,
              message: words.saved(shownName.trim()),
              kind: 'success',
            })
        },
        onError: (error) => setProblem(refusedConnection(error)),
      },
    )
  }

  const isElsewhere =
    connection !== undefined &&
    (kind !== connection.kind || address.trim() !== (connection.baseUrl ?? ''))
  const newKeyHint = isCompatible ? words.keyOptionalHint : words.keyHint
  const storedKeyHint = isElsewhere ? words.keyAgainHint : words.keyKeepHint
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={connection ? words.editTitle : words.addTitle}
        closeLabel={words.close}
        onCloseAutoFocus={(event) => {
          // Leave the focus on the card of the new connection.
          if (isAdded.current) event.preventDefault()
        }}
      >
        <form
          ref={form}
          noValidate
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
          <Field label={words.name} hint={words.nameHint} error={errorOf('name')}>
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
            error={errorOf('address')}
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
          <Field
            label={words.key}
            hint={hasKey ? storedKeyHint : newKeyHint}
            error={errorOf('key')}
          >
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
            {problem && !problem.field && <FailureNote>{problem.message}</FailureNote>}
          </div>
          <FormActions
            className="mt-2"
            cancel={words.cancel}
            onCancel={onClose}
            submit={words.save}
            busy={isPending}
          />
        </form>
      </DialogContent>
    </Dialog>
  )
}
