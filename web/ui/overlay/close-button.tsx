import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { Button } from '../button/button.tsx'

/** Comes last in the dialog, so that the initial focus goes to the content. */
export function CloseButton({ label, className }: { label: string; className: string }) {
  return (
    <Radix.Close asChild>
      <Button variant="ghost" size="icon" aria-label={label} className={`absolute ${className}`}>
        <X aria-hidden="true" />
      </Button>
    </Radix.Close>
  )
}
