import { useId } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { User } from '../api/users.ts'
import { ChangeButton } from './user-change-button.tsx'
import { StackedCell, StackedRow } from '../stacked-table.tsx'
import type { Limited } from '../limits/limit-dialog.tsx'
import type { Asked } from './account-action-dialog.tsx'
import { userColumns as columns } from './user-columns.ts'
import { UserMenu } from './user-menu.tsx'

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
