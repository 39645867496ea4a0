import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { deliverToasts, type Toast, type ToastKind } from './toast.ts'

const show = { info: sonner, success: sonner.success, error: sonner.error }

// Errors stay longer.
const duration: Record<ToastKind, number> = { info: 5000, success: 5000, error: 10_000 }

function deliver({ title, message, kind = 'info' }: Toast): void {
  if (kind === 'error') dismissSame(title, message)
  show[kind](title, { description: message, duration: duration[kind] })
}

/** A repeated error replaces the previous one instead of stacking up. */
function dismissSame(title: string, message: string | undefined): void {
  for (const old of sonner.getToasts())
    if ('title' in old && old.title === title && old.description === message) sonner.dismiss(old.id)
}

const classNames = {
  // Only the edge of stacked toasts is visible.
  toast:
    'data-[expanded=false]:data-[front=false]:overflow-hidden data-[expanded=false]:data-[front=false]:*:opacity-0 pointer-events-auto flex w-(--width) items-start gap-2.5 rounded-md border border-line bg-sheet p-3.5 pr-11 text-ink shadow-raised',
  content: 'min-w-0 flex-1',
  icon: 'mt-px shrink-0 [&_svg]:size-[18px] text-good',
  title: 'text-md font-semibold',
  description: 'mt-0.5 text-md text-ink-2',
  error: 'border-bad! bg-bad-wash! **:data-description:text-ink **:data-icon:text-bad',
  closeButton:
    'absolute top-1.5 right-1.5 inline-flex size-8 items-center justify-center rounded-sm text-ink-2 hover:text-ink touch:top-0 touch:right-0 touch:size-11 [&_svg]:size-4',
}

export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  useEffect(() => deliverToasts(deliver), [])

  return (
    <Sonner
      closeButton
      // Above dialogs, below menus.
      style={{ zIndex: 60 }}
      // At the top, because the prompt box is at the bottom.
      position="top-right"
      offset={{ top: 72, right: 24 }}
      mobileOffset={{ top: 68, left: 16, right: 16 }}
      containerAriaLabel={label}
      toastOptions={{ unstyled: true, classNames, closeButtonAriaLabel: closeLabel }}
      icons={{
        success: <CircleCheck aria-hidden="true" />,
        error: <CircleAlert aria-hidden="true" />,
        close: <X aria-hidden="true" />,
      }}
    />
  )
}
