import { useState } from 'react'
import type { AdminModels, ListedModel } from '../../../../../contract/models.ts'
import { adminModelsMessages as words } from '../../../../messages/admin-models.ts'
import { Badge } from '../../../../ui/feedback/badge.tsx'
import { showToast } from '../../../../ui/feedback/toast.ts'
import { StackedCell, StackedRow } from '../../stacked-table.tsx'
import { ModelActions, type Outcome } from './model-actions.tsx'
import { useManageModels } from '../models-api.ts'
import { showFailure } from '../show-failure.ts'
import { Trouble } from '../trouble.tsx'

export const columns = {
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

export function ModelRow({ model: listed, state }: ModelRowProps) {
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
