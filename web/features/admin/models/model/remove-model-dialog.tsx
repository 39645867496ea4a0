import type { ListedModel } from '../../../../../contract/models.ts'
import { errorText } from '../../../../error-text.ts'
import { adminModelsMessages as words } from '../../../../messages/admin-models.ts'
import { showToast } from '../../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../../ui/overlay/confirm-dialog.tsx'
import { useManageModels } from '../models-api.ts'

type RemoveModelDialogProps = {
  model: ListedModel
  isDefault: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function RemoveModelDialog(props: RemoveModelDialogProps) {
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
