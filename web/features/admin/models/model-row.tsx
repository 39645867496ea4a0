import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminModels, ConnectionTrouble, ListedModel } from '../../../../contract/models.ts'
import { adminModelsMessages as words } from '../../../messages/admin-models.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlay/menu.tsx'
import { StackedCell, StackedRow } from '../stacked-table.tsx'
import { useManageModels } from './models-api.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { showFailure } from './show-failure.ts'
import { Trouble } from './trouble.tsx'

export const columns = {
  model: { name: words.columns.model, isTitle: true },
  default: { name: words.columns.default, width: 'lg:w-28' },
  writers: { name: words.columns.writers, width: 'lg:w-44' },
  actions: { name: words.columns.actions, width: 'lg:w-40' },
}

const boxStyle =
  'size-4.5 cursor-pointer accent-accent disabled:cursor-not-allowed touch:size-6 touch:my-2'

/** Of a test. */
type Outcome = ConnectionTrouble | 'works'

type ModelRowProps = { model: ListedModel; state: AdminModels }

export function ModelRow({ model: { id, model, label, offered }, state }: ModelRowProps) {
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
          onChange={() => mutate({ action: 'default', modelId: id }, { onError: showFailure })}
          className={boxStyle}
        />
      </StackedCell>
      <StackedCell column={columns.writers}>
        <input
          type="checkbox"
          aria-label={words.offerOf(label)}
          // Writers always have the default.
          checked={offered || isDefault}
          disabled={isDefault}
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
        <ModelActions id={id} model={model} label={label} onOutcome={setOutcome} />
      </StackedCell>
    </StackedRow>
  )
}

type ModelActionsProps = {
  id: string
  model: string
  label: string
  onOutcome: (outcome: Outcome | undefined) => void
}

function ModelActions({ id, model, label, onOutcome }: ModelActionsProps) {
  const { mutate, isPending } = useManageModels()
  const [isRenaming, setIsRenaming] = useState(false)

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
      <Menu>
        <MenuTrigger asChild>
          <Button variant="ghost" size="icon" aria-label={words.more(label)} className="size-8">
            <Ellipsis aria-hidden="true" />
          </Button>
        </MenuTrigger>
        <MenuContent>
          <MenuItem onSelect={() => setIsRenaming(true)}>
            <Pencil aria-hidden="true" />
            {words.rename}
          </MenuItem>
          <MenuItem
            danger
            onSelect={() => mutate({ action: 'remove', modelId: id }, { onError: showFailure })}
          >
            <Trash2 aria-hidden="true" />
            {words.removeModel}
          </MenuItem>
        </MenuContent>
      </Menu>
      {isRenaming && (
        <RenameDialog id={id} model={model} label={label} onClose={() => setIsRenaming(false)} />
      )}
    </div>
  )
}
