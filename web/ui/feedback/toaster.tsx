import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type CSSProperties, useEffect } from 'react'
import { toast as sonner, Toaster as Sonner } from 'sonner'
import { useHeightBelowToasts } from './keep-toasts-above.ts'
import { deliverToasts, isInToaster, type Toast, type ToastKind } from './toast.ts'

/**
 * When the focus leaves the toaster, Sonner returns it to where it came from. That is right for a closed
 * toast, but Tab must move on, or keyboard users could not get past the toasts.
 */
function useTabOut(): void {
  useEffect(() => {
    let isTab = false
    function onKeyDown({ key }: KeyboardEvent): void {
      if (key !== 'Tab') return
      isTab = true
      // The focus moves before this timer fires.
      setTimeout(() => {
        isTab = false
      })
    }
    function onFocusOut({ target, relatedTarget: next }: FocusEvent): void {
      if (!isTab || !isInToaster(target) || isInToaster(next)) return
      if (next instanceof HTMLElement) next.focus()
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusout', onFocusOut)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusout', onFocusOut)
    }
  }, [])
}

const show = { info: sonner, success: sonner.success, error: sonner.error }

// Errors stay longer; they are also shown in place.
const duration: Record<ToastKind, number> = { info: 5000, success: 4000, error: 8000 }
const WITH_ACTION = 12_000

function deliver({ title, message, kind = 'info', action }: Toast): void {
  if (kind === 'error') takeBack(title, message)
  show[kind](title, {
    description: message,
    duration: action ? WITH_ACTION : duration[kind],
    ...(action && { action: { label: action.label, onClick: action.run } }),
  })
}

/** A repeated error replaces the previous one instead of stacking up. Without a message, all with this title go. */
function takeBack(title: string, message?: string): void {
  for (const old of sonner.getToasts()) {
    const isSame = 'title' in old && old.title === title
    if (isSame && (message === undefined || old.description === message)) sonner.dismiss(old.id)
  }
}

const classNames = {
  // Only the edge of stacked toasts is visible.
  toast:
    'data-[expanded=false]:data-[front=false]:overflow-hidden data-[expanded=false]:data-[front=false]:*:opacity-0 pointer-events-auto flex w-(--width) items-start gap-2 rounded-md border border-line bg-sheet py-2.5 pr-9 pl-3 text-sm text-ink shadow-raised touch:pr-12',
  // Title and message in one paragraph, of which a phone shows three lines.
  content: 'min-w-0 flex-1 max-desk:line-clamp-3',
  icon: 'mt-px shrink-0 [&_svg]:size-[18px] text-good',
  title: 'mr-1.5 inline font-semibold',
  description: 'inline text-ink-2',
  error: 'border-bad! bg-bad-wash! **:data-description:text-ink **:data-icon:text-bad',
  actionButton:
    'h-8 shrink-0 self-center rounded-sm border border-line px-2.5 font-medium hover:border-line-2 touch:h-11',
  closeButton:
    'absolute top-1 right-1 inline-flex size-8 items-center justify-center rounded-sm text-ink-2 hover:text-ink touch:top-0 touch:right-0 touch:size-11 [&_svg]:size-4',
}

/** Above dialogs, below menus, and narrow enough for the editor's sidebar. */
const styleAbove = (height: number) =>
  ({ zIndex: 60, '--width': '16rem', '--toasts-above': `${height}px` }) as CSSProperties

/** `--toasts-bottom` is defined in base.css. */
const bottom = (edge: string) => `calc(var(--toasts-bottom) + ${edge})`

/** At the bottom left, where no page has its main controls. */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  useEffect(() => deliverToasts({ show: deliver, takeBack }), [])
  useTabOut()
  const height = useHeightBelowToasts()

  return (
    <Sonner
      closeButton
      className="toasts"
      // Its own style names the fonts of the system.
      style={{ ...styleAbove(height), fontFamily: 'inherit' }}
      visibleToasts={2}
      position="bottom-left"
      offset={{ bottom: bottom('0.875rem'), left: '0.875rem' }}
      mobileOffset={{ bottom: bottom('0.5rem'), left: '0.75rem', right: '0.75rem' }}
      containerAriaLabel={label}
      toastOptions={{ unstyled: true, classNames, closeButtonAriaLabel: closeLabel }}
      icons={{
        success: <CircleCheck />,
        error: <CircleAlert />,
        close: <X />,
      }}
    />
  )
}
