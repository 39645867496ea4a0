import { useState } from 'react'
import { messages } from '../../../messages.ts'
import type { User } from '../api/users.ts'
import { RestrictDialog } from './restrict-dialog.tsx'
import { StackedTable } from '../stacked-table.tsx'
import { userColumns } from './user-columns.ts'
import { UserRow } from './user-row.tsx'

const columns = Object.values(userColumns)

type UsersTableProps = { users: readonly User[]; isOutdated: boolean }

export function UsersTable({ users, isOutdated }: UsersTableProps) {
  const [restricting, setRestricting] = useState<string>()
  return (
    <>
      <StackedTable caption={messages.admin.captionUsers} columns={columns} isOutdated={isOutdated}>
        {users.map((user) => (
          <UserRow key={user.id} user={user} onRestrict={setRestricting} />
        ))}
      </StackedTable>
      <RestrictDialog userId={restricting} onClose={() => setRestricting(undefined)} />
    </>
  )
}
