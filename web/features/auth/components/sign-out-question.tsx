import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import type { SigningOut } from '../state/use-sign-out.ts'

/** Asks before signing out would lose something. */
export function SignOutQuestion({ question }: Pick<SigningOut, 'question'>) {
  if (!question) return null
  const { isOpen, words, answer } = question
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) answer(false)
      }}
      title={words.title}
      description={words.description}
      cancelLabel={words.stay}
      confirmLabel={words.leave}
      danger
      onConfirm={async () => answer(true)}
      onFailure={String}
    />
  )
}
