import { useState } from 'react'
import { adminMessages } from '../../../messages/admin.ts'
import type { User } from '../api/users.ts'
import { AccountActionDialog, type Asked } from './account-action-dialog.tsx'
import { LimitDialog, type Limited } from '../limits/limit-dialog.tsx'
import { RestrictDialog } from './restrict-dialog.tsx'
import { StackedTable } from '../stacked-table.tsx'
import { userColumns } from './user-columns.ts'
import { UserRow } from './user-row.tsx'

const columns = Object.values(userColumns)

type UsersTableProps = { users: readonly User[]; isOutdated: boolean }

export function UsersTable({ users, isOutdated }: UsersTableProps) {
  const [restricting, setRestricting] = useState<{ id: string; email: string }>()
  const [asked, setAsked] = useState<Asked>()
  const [limited, setLimited] = useState<Limited>()
  return (
    <>
      <StackedTable caption={adminMessages.captionUsers} columns={columns} isOutdated={isOutdated}>
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            onRestrict={setRestricting}
            onAsk={setAsked}
            onLimit={setLimited}
          />
        ))}
      </StackedTable>
      <RestrictDialog user={restricting} onClose={() => setRestricting(undefined)} />
      <AccountActionDialog asked={asked} onClose={() => setAsked(undefined)} />
      <LimitDialog user={limited} onClose={() => setLimited(undefined)} />
    </>
  )
}
