import { useState } from 'react'
import { errorText } from '../../../../error-text.ts'
import { adminModelsMessages as words } from '../../../../messages/admin-models.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { Input } from '../../../../ui/form/input.tsx'
import { Dialog, DialogActions, DialogContent } from '../../../../ui/overlay/dialog.tsx'
import { useManageModels } from '../models-api.ts'

type RenameDialogProps = { id: string; model: string; label: string; onClose: () => void }

export function RenameDialog({ id, model, label, onClose }: RenameDialogProps) {
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
