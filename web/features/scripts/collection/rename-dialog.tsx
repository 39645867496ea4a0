import { useState } from 'react'
import { TITLE_CHARACTERS } from '../../../../contract/limits.ts'
import { collectionMessages as words } from '../../../messages/collection.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { Dialog, FormActions, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { useRenameScript } from '../api/change-script.ts'
import type { SavedScript } from '../api/saved-scripts.ts'
import { collectionFailure } from './shown-scripts.ts'

type RenameDialogProps = { userId: string; script: SavedScript; onClose: () => void }

export function RenameDialog({ userId, script, onClose }: RenameDialogProps) {
  const { mutate, isPending, error } = useRenameScript(userId)
  const [title, setTitle] = useState(script.title)
  const [isBlank, setIsBlank] = useState(false)
  const failure = isBlank
    ? words.emptyName
    : error
      ? collectionFailure(error, words.renameFailed)
      : undefined
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={words.renameTitle} closeLabel={words.close}>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            setIsBlank(title.trim() === '')
            if (title.trim() !== '')
              mutate({ scriptId: script.id, title }, { onSuccess: () => onClose() })
          }}
        >
          <Field label={words.name} error={failure}>
            <Input
              value={title}
              maxLength={TITLE_CHARACTERS}
              onChange={({ target }) => setTitle(target.value)}
              onFocus={({ target }) => target.select()}
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
