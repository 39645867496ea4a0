import { AlertDialog as Radix } from 'radix-ui'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../button/button.tsx'
import {
  dialogActionsStyle,
  dialogDescriptionStyle,
  dialogStyle,
  dialogTitleStyle,
  veilStyle,
} from './dialog-style.ts'
import { useFocusReturn } from './use-focus-return.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  cancelLabel: string
  confirmLabel: string
  danger?: boolean
  /** The dialog closes when this has succeeded. */
  onConfirm: () => Promise<unknown>
  /** The dialog stays open, so that the person can try again or cancel. */
  onFailure: (error: unknown) => void
  /** For whoever knows a better place for the focus than where it was before. */
  onCloseAutoFocus?: (event: Event) => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, cancelLabel, confirmLabel } = props
  const { danger = false, onConfirm, onFailure, onCloseAutoFocus } = props
  const [busy, setBusy] = useState(false)
  const focus = useFocusReturn()

  async function confirm(): Promise<void> {
    setBusy(true)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        // What is under way cannot be taken back by closing the question.
        if (!busy) onOpenChange(next)
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={classNames(veilStyle)} />
        <Radix.Content
          className={classNames(dialogStyle)}
          onOpenAutoFocus={focus.onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event)
            focus.onCloseAutoFocus(event)
          }}
        >
          <Radix.Title className={dialogTitleStyle}>{title}</Radix.Title>
          <Radix.Description className={dialogDescriptionStyle}>{description}</Radix.Description>
          <div className={dialogActionsStyle}>
            <Radix.Cancel asChild>
              <Button disabled={busy}>{cancelLabel}</Button>
            </Radix.Cancel>
            {/* Not Radix's Action: that one closes the dialog before the work is done. */}
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
