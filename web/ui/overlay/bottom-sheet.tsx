import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { CloseButton, overlayStyle } from './dialog.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { giveFocus } from '../../lib/focus.ts'

type BottomSheetProps = {
  title: string
  closeLabel: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** In a flex column, so that lists can scroll. */
  children: ReactNode
}

/** A dialog at the lower edge, within reach of a thumb. */
export function BottomSheet(props: BottomSheetProps) {
  const { title, closeLabel, isOpen, onOpenChange, children } = props
  const focus = useFocusReturn()
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={classNames(overlayStyle)} />
        <Radix.Content
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus()
            // Not the first field: a keyboard would cover the rest.
            event.preventDefault()
            giveFocus(event.currentTarget)
          }}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            // The first Escape clears the search.
            const { target } = event
            if (target instanceof HTMLInputElement && target.type === 'search' && target.value)
              event.preventDefault()
          }}
          className={classNames(
            'fixed inset-x-0 bottom-0 z-50 mx-auto flex h-[min(36rem,80dvh)] max-w-140 flex-col rounded-t-lg border border-b-0 border-line bg-paper pb-[env(safe-area-inset-bottom)] shadow-raised outline-none',
            'duration-200 data-[state=open]:animate-in data-[state=open]:slide-in-from-bottom',
            'data-[state=closed]:animate-out data-[state=closed]:slide-out-to-bottom',
          )}
        >
          <Radix.Title className="flex h-13 shrink-0 items-center pr-14 pl-4 text-lg font-semibold">
            {title}
          </Radix.Title>
          {children}
          <CloseButton label={closeLabel} className="top-2 right-2 touch:top-1 touch:right-1" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
