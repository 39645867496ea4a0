import { useState } from 'react'
import type {
  AdminModels,
  ConnectionTrouble,
  ListedConnection,
  ListedModel,
} from '../../../../../contract/models.ts'
import { adminModelsMessages as words } from '../../../../messages/admin-models.ts'
import { SearchBox } from '../../../../ui/form/search-box.tsx'
import { CardNote } from '../../card-note.tsx'
import { StackedCell, StackedRow, StackedTable } from '../../stacked-table.tsx'
import { Badge } from '../../../../ui/feedback/badge.tsx'
import { showToast } from '../../../../ui/feedback/toast.ts'
import { useManageModels, showFailure } from '../../api/models.ts'
import { Trouble } from '../trouble.tsx'
import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '../../../../ui/button/button.tsx'
import { MenuItem } from '../../../../ui/overlay/menu.tsx'
import { MoreActions } from '../../more-actions.tsx'
import { errorText } from '../../../../error-text.ts'
import { ConfirmDialog } from '../../../../ui/overlay/confirm-dialog.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { Input } from '../../../../ui/form/input.tsx'
import { Dialog, FormActions, DialogContent } from '../../../../ui/overlay/dialog.tsx'

type RenameDialogProps = { id: string; model: string; label: string; onClose: () => void }

function RenameDialog({ id, model, label, onClose }: RenameDialogProps) {
  const { mutate, isPending, error } = useManageModels()
  const [name, setName] = useState(label)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={words.renameTitle} closeLabel={words.close}>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            mutate({ action: 'rename', modelId: id, label: name }, { onSuccess: onClose })
          }}
        >
          <Field
            label={words.renameTitle}
            hint={words.renameHint(model)}
            error={error ? errorText(error, words.failed) : undefined}
          >
            <Input
              value={name}
              maxLength={80}
              required
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <FormActions
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

type RemoveModelDialogProps = {
  model: ListedModel
  isDefault: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

function RemoveModelDialog(props: RemoveModelDialogProps) {
  const { model, isDefault, isOpen, onOpenChange } = props
  const { mutateAsync } = useManageModels()
  const consequence = model.typed ? words.removeTypedText : words.removeModelText
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={words.removeModelTitle}
      subject={model.label}
      description={isDefault ? words.removeDefaultModelText : consequence}
      cancelLabel={words.cancel}
      confirmLabel={words.removeModel}
      danger
      onConfirm={async () => {
        await mutateAsync({ action: 'remove', modelId: model.id })
        const message = words.modelRemoved(model.label)
        showToast({ title: words.successTitle, message, kind: 'success' })
      }}
      onFailure={(error) => errorText(error, words.failed)}
    />
  )
}

/** The outcome of testing a model. */
type Outcome = ConnectionTrouble | 'works'

type ModelActionsProps = {
  model: ListedModel
  isDefault: boolean
  onOutcome: (outcome: Outcome | undefined) => void
}

function ModelActions({ model: listed, isDefault, onOutcome }: ModelActionsProps) {
  const { id, model, label } = listed
  const { mutate, isPending } = useManageModels()
  const [isRenaming, setIsRenaming] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)

  function test(): void {
    onOutcome(undefined)
    mutate(
      { action: 'test', modelId: id },
      { onSuccess: ({ trouble }) => onOutcome(trouble ?? 'works'), onError: showFailure },
    )
  }

  return (
    <div className="flex items-center gap-1.5">
      <Button size="sm" busy={isPending} aria-label={words.testOf(label)} onClick={test}>
        {words.test}
      </Button>
      <MoreActions label={words.more(label)}>
        <MenuItem onSelect={() => setIsRenaming(true)}>
          <Pencil />
          {words.rename}
        </MenuItem>
        <MenuItem danger onSelect={() => setIsRemoving(true)}>
          <Trash2 />
          {words.removeModel}
        </MenuItem>
      </MoreActions>
      {isRenaming && (
        <RenameDialog id={id} model={model} label={label} onClose={() => setIsRenaming(false)} />
      )}
      <RemoveModelDialog
        model={listed}
        isDefault={isDefault}
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
      />
    </div>
  )
}

const columns = {
  model: { name: words.columns.model, isTitle: true },
  default: { name: words.columns.default, width: 'lg:w-28' },
  writers: { name: words.columns.writers, width: 'lg:w-44' },
  actions: { name: words.columns.actions, width: 'lg:w-40' },
}

const boxStyle =
  'block size-4.5 cursor-pointer accent-accent disabled:cursor-not-allowed touch:size-6 touch:my-2'

/** The default affects all users, so a toast makes sure that an accidental change is noticed. */
const showDefault = (label: string): void =>
  showToast({ title: words.successTitle, message: words.isDefault(label), kind: 'success' })

type ModelRowProps = { model: ListedModel; state: AdminModels }

function ModelRow({ model: listed, state }: ModelRowProps) {
  const { id, model, label, offered } = listed
  const { mutate } = useManageModels()
  const [outcome, setOutcome] = useState<Outcome>()
  const isDefault = state.defaultModel === id
  return (
    <StackedRow>
      <StackedCell column={columns.model}>
        <div className="min-w-0 wrap-anywhere">
          {label}
          {label !== model && <span className="block text-sm text-ink-2">{model}</span>}
          <div aria-live="polite" className="mt-1 empty:hidden">
            {outcome === 'works' && <Badge tone="good">{words.works}</Badge>}
            {outcome && outcome !== 'works' && <Trouble trouble={outcome} />}
          </div>
        </div>
      </StackedCell>
      <StackedCell column={columns.default}>
        <input
          type="radio"
          name="default-model"
          aria-label={words.defaultOf(label)}
          checked={isDefault}
          disabled={state.environment.isFixed}
          onChange={() =>
            mutate(
              { action: 'default', modelId: id },
              { onSuccess: () => showDefault(label), onError: showFailure },
            )
          }
          className={boxStyle}
        />
      </StackedCell>
      <StackedCell column={columns.writers}>
        <input
          type="checkbox"
          aria-label={words.offerOf(label)}
          checked={offered || isDefault}
          disabled={isDefault}
          title={isDefault ? words.alwaysOffered : undefined}
          onChange={({ target }) =>
            mutate(
              { action: 'offer', modelId: id, offered: target.checked },
              { onError: showFailure },
            )
          }
          className={boxStyle}
        />
      </StackedCell>
      <StackedCell column={columns.actions}>
        <ModelActions model={listed} isDefault={isDefault} onOutcome={setOutcome} />
      </StackedCell>
    </StackedRow>
  )
}

/** Maximum rows, since a provider may have hundreds of models. */
const SHOWN = 12

/** Models in use first. */
function inOrder(models: readonly ListedModel[], defaultModel: string): ListedModel[] {
  const weight = ({ id, offered, typed }: ListedModel) =>
    id === defaultModel ? 0 : offered ? 1 : typed ? 2 : 3
  return models.toSorted((a, b) => weight(a) - weight(b))
}

type ModelsTableProps = { connection: ListedConnection; state: AdminModels }

export function ModelsTable({ connection: { name, models }, state }: ModelsTableProps) {
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  // Keeps the initial order, so that a row does not move when its box is ticked.
  const [order] = useState(() => inOrder(models, state.defaultModel).map(({ id }) => id))
  const orderOf = ({ id }: ListedModel) => (order.includes(id) ? order.indexOf(id) : -1)
  const found = models
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .filter(({ model, label }) => `${model} ${label}`.toLowerCase().includes(wanted))
  const shown = found.slice(0, SHOWN)
  const hidden = found.length - shown.length
  if (models.length === 0) return <CardNote>{words.noModels}</CardNote>
  return (
    <>
      {(models.length > SHOWN || filter !== '') && (
        <div className="border-b border-line px-4.5 py-2.5">
          <SearchBox
            label={words.filter}
            clearLabel={words.filterClear}
            value={filter}
            onChange={setFilter}
            hasShortcut={false}
            className="sm:max-w-80"
          />
        </div>
      )}
      {shown.length === 0 ? (
        <CardNote>{words.noneMatch}</CardNote>
      ) : (
        <StackedTable caption={words.caption(name)} columns={Object.values(columns)}>
          {shown.map((model) => (
            <ModelRow key={model.id} model={model} state={state} />
          ))}
        </StackedTable>
      )}
      {hidden > 0 && (
        <p className="border-t border-line px-4.5 py-2.5 text-sm text-ink-2">
          {words.hidden(hidden)}
        </p>
      )}
    </>
  )
}
