import { useQuery } from '@tanstack/react-query'
import { adminMessages } from '../../messages/admin.ts'
import { useUserChanges } from './api/user-changes.ts'
import { firstView, usersQuery } from './api/users.ts'
import { AuditLogCard } from './audit-log/audit-log-card.tsx'
import { GenerationsCard } from './generations/generations-card.tsx'
import { UsersCard } from './users/users-card.tsx'

export function AdminDashboard() {
  useUserChanges()
  // What is below the list waits until the list has its height, to avoid a layout shift.
  const { isPending } = useQuery(usersQuery(firstView))
  return (
    <main className="mx-auto flex w-full max-w-[72.5rem] flex-col gap-5 px-4 pt-8 pb-12 sm:px-6">
      <h1 className="text-xl font-semibold tracking-[-0.015em]">{adminMessages.title}</h1>
      <UsersCard />
      {!isPending && (
        <>
          <GenerationsCard />
          <AuditLogCard />
        </>
      )}
    </main>
  )
}
