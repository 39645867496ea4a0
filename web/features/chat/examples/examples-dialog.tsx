import { type ComponentProps, Suspense } from 'react'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { Dialog, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { ExamplesLoading } from './examples-loading.tsx'

const words = messages.examples

const ExamplesPanel = lazyExtra(async () => (await import('./examples-panel.tsx')).ExamplesPanel)

type ExamplesDialogProps = ComponentProps<typeof ExamplesPanel> & {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** All examples of the user, or those that an answer used. */
export function ExamplesDialog({ isOpen, onOpenChange, ...panel }: ExamplesDialogProps) {
  const areUsed = 'ids' in panel.source
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title={areUsed ? words.usedTitle : words.title}
        description={areUsed ? words.usedDescription : words.description}
        closeLabel={messages.common.close}
        className="w-[min(48rem,calc(100vw-2rem))]"
        onEscapeKeyDown={(event) => {
          // The first press clears the search.
          const { target } = event
          if (target instanceof HTMLInputElement && target.value !== '') event.preventDefault()
        }}
      >
        <Suspense fallback={<ExamplesLoading />}>
          <ExamplesPanel {...panel} />
        </Suspense>
      </DialogContent>
    </Dialog>
  )
}
