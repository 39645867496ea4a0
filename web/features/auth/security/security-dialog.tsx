import { Suspense } from 'react'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import { Dialog, DialogContent } from '../../../ui/overlay/dialog.tsx'

const words = messages.security

// Lazy-loaded: few people open it, and not often.
const SecurityPanel = lazyExtra(async () => (await import('./security-panel.tsx')).SecurityPanel)

type SecurityDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Second factor, sessions and the person's own data. */
export function SecurityDialog({ isOpen, onOpenChange }: SecurityDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title={words.title}
        closeLabel={messages.common.close}
        className="w-[min(34rem,calc(100vw-2rem))]"
      >
        <Suspense
          fallback={
            <output className="flex items-center gap-2.5 text-ink-2">
              <SpinnerIcon className="text-accent" />
              {words.loading}
            </output>
          }
        >
          <SecurityPanel />
        </Suspense>
      </DialogContent>
    </Dialog>
  )
}
