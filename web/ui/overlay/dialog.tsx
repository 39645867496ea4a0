import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { CloseButton } from './close-button.tsx'
import {
  dialogActionsStyle,
  dialogDescriptionStyle,
  dialogStyle,
  dialogTitleStyle,
  overlayStyle,
} from './dialog-style.ts'
import { isInToaster } from '../feedback/toast.ts'
import { useFocusReturn } from './use-focus-return.ts'

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
