import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { Button } from '../button/button.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { isInToaster } from '../feedback/toast.ts'
import { useFocusReturn } from './use-focus-return.ts'

/** Comes last in the dialog, so that the initial focus goes to the content. */
export function CloseButton({ label, className }: { label: string; className: string }) {
  return (
    <Radix.Close asChild>
      <Button variant="ghost" size="icon" aria-label={label} className={`absolute ${className}`}>
        <X />
      </Button>
    </Radix.Close>
  )
}

export const overlayStyle = [
  // Same z-index as dialogs, so that the overlay of a second dialog covers the first.
  'fixed inset-0 z-50 bg-veil',
  'data-[state=open]:animate-in data-[state=open]:fade-in-0',
  'data-[state=closed]:animate-out data-[state=closed]:fade-out-0',
]

export const dialogStyle = [
  'fixed top-1/2 left-1/2 z-50 w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2',
  // Narrow screens keep room for a toast below it.
  'max-h-[calc(100dvh-12rem)] desk:max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-line bg-sheet p-6 shadow-raised',
  'duration-150 data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-98',
  'data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=closed]:zoom-out-98',
]

export const dialogTitleStyle = 'text-lg font-semibold'
export const dialogDescriptionStyle = 'mt-1.5 text-md wrap-anywhere text-ink-2'
export const dialogActionsStyle = 'mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end'

export const Dialog = Radix.Root
export const DialogTrigger = Radix.Trigger
export const DialogClose = Radix.Close

type DialogContentProps = Omit<ComponentProps<typeof Radix.Content>, 'title'> & {
  title: string
  description?: string
  closeLabel: string
  /** Classes of the overlay between the dialog and the page. */
  overlayClassName?: string
  children: ReactNode
}

export function DialogContent(props: DialogContentProps) {
  const { title, description, closeLabel, overlayClassName, className, children, ...others } = props
  const { onCloseAutoFocus, ...rest } = others
  const focus = useFocusReturn()
  // Radix warns about a missing description unless this is explicitly undefined.
  const described = description ? {} : { 'aria-describedby': undefined }
  return (
    <Radix.Portal>
      <Radix.Overlay className={classNames(overlayStyle, overlayClassName)} />
      <Radix.Content
        onOpenAutoFocus={focus.onOpenAutoFocus}
        {...described}
        {...rest}
        onCloseAutoFocus={(event) => {
          onCloseAutoFocus?.(event)
          focus.onCloseAutoFocus(event)
        }}
        onInteractOutside={(event) => {
          // Toasts are above the dialog: clicking one must not close it.
          if (isInToaster(event.target)) event.preventDefault()
        }}
        className={classNames(dialogStyle, className)}
      >
        <Radix.Title className={classNames(dialogTitleStyle, 'pr-10')}>{title}</Radix.Title>
        {description && (
          <Radix.Description className={dialogDescriptionStyle}>{description}</Radix.Description>
        )}
        <div className="mt-5">{children}</div>
        <CloseButton label={closeLabel} className="top-4 right-4 touch:top-2 touch:right-2" />
      </Radix.Content>
    </Radix.Portal>
  )
}

export function DialogActions({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(dialogActionsStyle, className)} />
}

type FormActionsProps = {
  className?: string
  cancel: string
  /** Instead of closing the dialog. */
  onCancel?: (() => void) | undefined
  submit: string
  busy?: boolean
  disabled?: boolean
  /** Before the two. */
  children?: ReactNode
}

/** The end of a form in a dialog. */
export function FormActions(props: FormActionsProps) {
  const { className, cancel, onCancel, submit, busy = false, disabled, children } = props
  return (
    <DialogActions className={className}>
      {children}
      {onCancel ? (
        <Button onClick={onCancel}>{cancel}</Button>
      ) : (
        <DialogClose asChild>
          <Button disabled={busy}>{cancel}</Button>
        </DialogClose>
      )}
      <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
        {submit}
      </Button>
    </DialogActions>
  )
}
