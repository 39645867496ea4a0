import { useId, useState } from 'react'
import { adminMessages as admin, adminMessages } from '../../../messages/admin.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { type User, type AccountAction, useChangeUser, type UserChange } from '../api/users.ts'
import { StackedCell, StackedRow } from '../stacked-table.tsx'
import type { Limited } from '../limits/limit-dialog.tsx'
import type { Asked } from './account-action-dialog.tsx'
import { userColumns as columns } from './user-columns.ts'
import { Gauge, KeyRound, LogOut, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react'
import { usageMessages } from '../../../messages/admin-usage.ts'
import { MenuItem, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import { MoreActions } from '../more-actions.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { toastFailure, toastSuccess } from './change-outcome.ts'

type ChangeButtonProps = {
  'aria-describedby': string
  userId: string
  change: UserChange
  /** Opens the confirmation for 'restrict'. */
  onAsk?: () => void
}

/** The same element for every change, so that it keeps its focus. */
function ChangeButton({ userId, change, onAsk, ...rest }: ChangeButtonProps) {
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

type UserMenuProps = {
  email: string
  isApproved: boolean
  onAsk: (action: AccountAction) => void
  onLimit: () => void
}

/** Rarely needed actions; each opens a dialog first. */
function UserMenu({ email, isApproved, onAsk, onLimit }: UserMenuProps) {
  return (
    <MoreActions label={admin.moreFor(email)}>
      <MenuItem onSelect={onLimit}>
        <Gauge />
        {usageMessages.limit.menu}
      </MenuItem>
      {isApproved && (
        <MenuItem onSelect={() => onAsk('makeAdmin')}>
          <ShieldCheck />
          {admin.makeAdmin}
        </MenuItem>
      )}
      <MenuItem onSelect={() => onAsk('sendReset')}>
        <KeyRound />
        {admin.sendReset}
      </MenuItem>
      <MenuItem onSelect={() => onAsk('endSessions')}>
        <LogOut />
        {admin.endSessions}
      </MenuItem>
      <MenuItem onSelect={() => onAsk('removeFactors')}>
        <ShieldOff />
        {admin.removeFactors}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => onAsk('deleteAccount')}>
        <Trash2 />
        {admin.deleteAccount}
      </MenuItem>
    </MoreActions>
  )
}

/** A failure gets a line of its own below the buttons. */
const controlsStyle = 'inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-lg:justify-end'

type UserRowProps = {
  user: User
  onRestrict: (user: { id: string; email: string }) => void
  onAsk: (asked: Asked) => void
  onLimit: (user: Limited) => void
}

export function UserRow({ user, onRestrict, onAsk, onLimit }: UserRowProps) {
  const email = user.email ?? admin.unknownEmail
  const emailId = useId()
  const { id, approved, learning_loop_access: hasLearningLoop } = user
  return (
    <StackedRow>
      <StackedCell column={columns.email}>
        <span id={emailId} className="wrap-anywhere">
          {email}
        </span>
      </StackedCell>
      <StackedCell column={columns.role}>{user.role}</StackedCell>
      <StackedCell column={columns.status}>
        <Badge tone={approved ? 'good' : 'warn'}>{approved ? admin.approved : admin.pending}</Badge>
      </StackedCell>
      <StackedCell column={columns.learningLoop}>
        <span className={controlsStyle}>
          <span className={hasLearningLoop ? 'lg:min-w-16' : 'lg:min-w-16 text-ink-2'}>
            {hasLearningLoop ? admin.enabled : admin.disabled}
          </span>
          <ChangeButton
            aria-describedby={emailId}
            userId={id}
            change={hasLearningLoop ? 'revoke' : 'grant'}
          />
        </span>
      </StackedCell>
      <StackedCell column={columns.generations}>
        {user.monthly_generations.toLocaleString()}
      </StackedCell>
      <StackedCell column={columns.joined}>
        <time dateTime={user.created_at}>{new Date(user.created_at).toLocaleDateString()}</time>
      </StackedCell>
      <StackedCell column={columns.actions}>
        <span className={controlsStyle}>
          <ChangeButton
            aria-describedby={emailId}
            userId={id}
            change={approved ? 'restrict' : 'approve'}
            onAsk={() => onRestrict({ id, email })}
          />
          <UserMenu
            email={email}
            isApproved={approved}
            onAsk={(action) => onAsk({ userId: id, email, action })}
            onLimit={() => onLimit({ userId: id, email, isAdmin: false })}
          />
        </span>
      </StackedCell>
    </StackedRow>
  )
}
