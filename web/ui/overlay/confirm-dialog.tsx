import { AlertDialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../button/button.tsx'
import { FailureNote } from '../feedback/failure-note.tsx'
import {
  dialogActionsStyle,
  dialogDescriptionStyle,
  dialogStyle,
  dialogTitleStyle,
  overlayStyle,
} from './dialog.tsx'
import { useFocusReturn } from './use-focus-return.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Whom or what it is about. */
  subject?: string | undefined
  description: string
  cancelLabel: string
  confirmLabel: string
  danger?: boolean
  /** Another way to go on, between the two. */
  other?: { label: string; onChoose: () => void }
  /** Between the description and the buttons. */
  children?: ReactNode
  /** The dialog closes when this resolves. */
  onConfirm: () => Promise<unknown>
  /** Returns the message to show. The dialog stays open for another attempt. */
  onFailure: (error: unknown) => string
  /** Overrides where the focus goes on close. */
  onCloseAutoFocus?: (event: Event) => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, subject, description, cancelLabel, confirmLabel } = props
  const { danger = false, onConfirm, onFailure, onCloseAutoFocus } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const focus = useFocusReturn()

  async function confirm(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (error) {
      setFailure(onFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        // Closing would not cancel the running action.
        if (busy) return
        setFailure(undefined)
        onOpenChange(next)
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={classNames(overlayStyle)} />
        <Radix.Content
          className={classNames(dialogStyle)}
          onOpenAutoFocus={focus.onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event)
            focus.onCloseAutoFocus(event)
          }}
        >
          <Radix.Title className={dialogTitleStyle}>{title}</Radix.Title>
          <Radix.Description asChild className={dialogDescriptionStyle}>
            <div>
              {subject && <p className="mb-1.5 font-medium wrap-anywhere text-ink">{subject}</p>}
              <p>{description}</p>
            </div>
          </Radix.Description>
          {props.children}
          <div aria-live="polite" className="mt-4 empty:hidden">
            {failure && <FailureNote>{failure}</FailureNote>}
          </div>
          <div className={dialogActionsStyle}>
            <Radix.Cancel asChild>
              <Button disabled={busy}>{cancelLabel}</Button>
            </Radix.Cancel>
            {props.other && (
              <Button disabled={busy} onClick={props.other.onChoose}>
                {props.other.label}
              </Button>
            )}
            {/* Not Radix's Action, which closes the dialog immediately. */}
            <Button
              variant={danger ? 'danger' : 'primary'}
              busy={busy}
              onClick={() => void confirm()}
            >
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
