import { messages } from '../../../messages.ts'
import { Dialog, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { ChangePasswordForm } from '../forms/change-password-form.tsx'

const words = messages.editor.password

type ChangePasswordDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  email: string
}

export function ChangePasswordDialog(props: ChangePasswordDialogProps) {
  const { isOpen, onOpenChange, email } = props
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title={words.title}
        description={words.description}
        closeLabel={messages.common.close}
      >
        {/* Unmounts with the dialog, which resets the fields. */}
        <ChangePasswordForm email={email} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}
