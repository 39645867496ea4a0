import { classNames } from '../../../lib/class-names.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { type UserChange, useChangeUser } from '../api/change-user.ts'
import { sayDone, sayFailed } from './change-outcome.ts'

type ChangeButtonProps = {
  'aria-describedby': string
  userId: string
  change: UserChange
  /** Restricting takes something away: it is asked about first. */
  onAsk?: (userId: string) => void
}

/** Shows that it runs, then what the server says. Always the same button, so it keeps its focus. */
export function ChangeButton({ userId, change, onAsk, ...rest }: ChangeButtonProps) {
  const { mutateAsync, isPending, variables } = useChangeUser()
  // The list may show what became of it while it still counts as under way.
  const shown = isPending ? variables.change : change

  function press(): void {
    if (change === 'restrict') {
      onAsk?.(userId)
      return
    }
    // Not by callbacks of `mutate`: those are silent once the row has left the list.
    void mutateAsync({ userId, change }).then(
      () => sayDone(change),
      () => sayFailed(change),
    )
  }

  return (
    <Button
      {...rest}
      size="sm"
      variant={shown === 'approve' ? 'primary' : 'secondary'}
      busy={isPending}
      onClick={press}
      className={classNames(
        // Wide enough for the spinner, so that nothing moves; clear of the bar below when focused.
        'w-25 scroll-mb-20 touch:w-27',
        shown === 'restrict' && 'text-bad',
      )}
    >
      {messages.admin[shown]}
    </Button>
  )
}
