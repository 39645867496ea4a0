import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { adminMessages } from '../../../messages/admin.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { type UserChange, useChangeUser } from '../api/change-user.ts'
import { toastSuccess, toastFailure } from './change-outcome.ts'

type ChangeButtonProps = {
  'aria-describedby': string
  userId: string
  change: UserChange
  /** Opens the confirmation for 'restrict'. */
  onAsk?: () => void
}

/** The same element for every change, so that it keeps its focus. */
export function ChangeButton({ userId, change, onAsk, ...rest }: ChangeButtonProps) {
  const { mutateAsync, isPending, variables } = useChangeUser()
  // The list may already show the result while the mutation is still pending.
  const shown = isPending ? variables.change : change
  const [failure, setFailure] = useState<string>()

  function press(): void {
    if (change === 'restrict') {
      onAsk?.()
      return
    }
    setFailure(undefined)
    // Not with callbacks of `mutate`: those do not run after the row has unmounted.
    void mutateAsync({ userId, change }).then(
      () => toastSuccess(change),
      () => setFailure(toastFailure(change)),
    )
  }

  return (
    <>
      <Button
        {...rest}
        size="sm"
        variant={shown === 'approve' ? 'primary' : 'secondary'}
        busy={isPending}
        onClick={press}
        className={classNames(
          // Wide enough for the spinner; the scroll margin keeps it clear of the sticky pager.
          'w-25 scroll-mb-20 touch:w-27',
          shown === 'restrict' && 'text-bad',
        )}
      >
        {adminMessages[shown]}
      </Button>
      {failure && !isPending && (
        <FailureNote className="order-last basis-full">{failure}</FailureNote>
      )}
    </>
  )
}
