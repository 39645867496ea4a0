import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ConnectionTrouble, ListedModel } from '../../../../../contract/models.ts'
import { adminModelsMessages as words } from '../../../../messages/admin-models.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { MenuItem } from '../../../../ui/overlay/menu.tsx'
import { MoreActions } from '../../more-actions.tsx'
import { useManageModels } from '../models-api.ts'
import { RemoveModelDialog } from './remove-model-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { showFailure } from '../show-failure.ts'

/** The outcome of testing a model. */
export type Outcome = ConnectionTrouble | 'works'

type ModelActionsProps = {
  model: ListedModel
  isDefault: boolean
  onOutcome: (outcome: Outcome | undefined) => void
}

export function ModelActions({ model: listed, isDefault, onOutcome }: ModelActionsProps) {
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
          <Pencil aria-hidden="true" />
          {words.rename}
        </MenuItem>
        <MenuItem danger onSelect={() => setIsRemoving(true)}>
          <Trash2 aria-hidden="true" />
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
