import { messages } from '../../../messages.ts'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { usageMessages } from '../../../messages/admin-usage.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Dialog, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { useSetDefaultLimit } from '../api/limits.ts'
import { LimitForm } from './limit-form.tsx'

const words = usageMessages.defaultLimit

type DefaultLimitDialogProps = { most: number; isOpen: boolean; onClose: () => void }

export function DefaultLimitDialog({ most, isOpen, onClose }: DefaultLimitDialogProps) {
  const { mutateAsync } = useSetDefaultLimit()
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <DialogContent
        title={words.title}
        description={words.description}
        closeLabel={messages.common.close}
      >
        <LimitForm
          most={most}
          onSave={async (next) => {
            await mutateAsync(next)
            showToast({ title: admin.successTitle, message: words.saved, kind: 'success' })
            onClose()
          }}
        />
      </DialogContent>
    </Dialog>
  )
}
