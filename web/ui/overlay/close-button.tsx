import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { Button } from '../button/button.tsx'

/** In the corner of what lies above the page; put last there, so that the focus begins with the contents. */
export function CloseButton({ label, className }: { label: string; className: string }) {
  return (
    <Radix.Close asChild>
      <Button variant="ghost" size="icon" aria-label={label} className={`absolute ${className}`}>
        <X aria-hidden="true" />
      </Button>
    </Radix.Close>
  )
}
