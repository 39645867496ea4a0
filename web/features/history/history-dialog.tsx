import { type ComponentProps, Suspense } from 'react'
import { lazyExtra } from '../../lib/lazy-extra.ts'
import { messages } from '../../messages.ts'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { Dialog, DialogContent } from '../../ui/overlay/dialog.tsx'

const words = messages.history

const HistoryPanel = lazyExtra(async () => (await import('./history-panel.tsx')).HistoryPanel)

type HistoryDialogProps = ComponentProps<typeof HistoryPanel> & {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The versions of the open script, with restore. */
export function HistoryDialog({ isOpen, onOpenChange, ...panel }: HistoryDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title={words.title}
        description={words.description}
        closeLabel={messages.common.close}
        className="w-[min(48rem,calc(100vw-2rem))]"
      >
        <Suspense
          fallback={
            <output className="flex items-center gap-2.5 text-ink-2">
              <SpinnerIcon className="text-accent" />
              {words.loading}
            </output>
          }
        >
          <HistoryPanel {...panel} />
        </Suspense>
      </DialogContent>
    </Dialog>
  )
}
