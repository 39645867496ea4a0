import { Suspense, useState } from 'react'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'

const words = messages.security.factor

const SecurityDialog = lazyExtra(async () => (await import('./security-dialog.tsx')).SecurityDialog)

/** For admins whose rights wait for a second factor. */
export function RequiredFactorNote({ isRequired }: { isRequired: boolean }) {
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      {isRequired && (
        <aside
          aria-label={messages.security.title}
          className="mb-6 flex flex-wrap items-center gap-3 rounded-md border border-line bg-sunk px-4 py-3"
        >
          <p className="min-w-60 flex-1 text-md">{words.required}</p>
          <Button variant="primary" onClick={() => setIsOpen(true)}>
            {words.setUp}
          </Button>
        </aside>
      )}
      {/* Stays when the factor is on: it then shows the recovery codes. */}
      {isOpen !== undefined && (
        <Suspense>
          <SecurityDialog isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  )
}
