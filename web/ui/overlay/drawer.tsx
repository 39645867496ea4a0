import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { CloseButton, overlayStyle } from './dialog.tsx'
import { useFocusReturn } from './use-focus-return.ts'

type DrawerProps = {
  title: string
  closeLabel: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

export function Drawer({ title, closeLabel, isOpen, onOpenChange, children }: DrawerProps) {
  const focus = useFocusReturn()
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={classNames(overlayStyle)} />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className={classNames(
            'fixed inset-y-0 left-0 z-50 w-[min(20rem,calc(100vw-3rem))] border-r border-line bg-sunk shadow-raised outline-none',
            'duration-200 data-[state=open]:animate-in data-[state=open]:slide-in-from-left',
            'data-[state=closed]:animate-out data-[state=closed]:slide-out-to-left',
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
          <CloseButton label={closeLabel} className="top-3 right-3" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
