import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { adminMessages } from '../../messages/admin.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { useUserChanges } from './api/user-changes.ts'
import { firstView, usersQuery } from './api/users.ts'
import { AuditLogCard } from './audit-log/audit-log-card.tsx'
import { GenerationsCard } from './generations/generations-card.tsx'
import { OpenSection } from './sections/open-section.tsx'
import { SectionLinks } from './sections/section-links.tsx'
import { adminSections } from './sections/sections.ts'
import { UsersCard } from './users/users-card.tsx'

export function AdminDashboard() {
  const [search] = useSearchParams()
  const section = adminSections.find(({ id }) => id === search.get('section'))
  usePageTitle(section ? `${section.label} · ${adminMessages.title}` : adminMessages.title)
  return (
    <main className="mx-auto flex w-full max-w-[72.5rem] flex-col gap-5 px-4 pt-8 pb-12 sm:px-6">
      <h1 className="text-xl font-semibold tracking-[-0.015em]">{adminMessages.title}</h1>
      <SectionLinks open={section?.id} />
      {section ? <OpenSection key={section.id} section={section} /> : <Users />}
    </main>
  )
}

function Users() {
  useUserChanges()
  // The cards below wait until the list has its final height, to avoid a layout shift.
  const { isPending } = useQuery(usersQuery(firstView))
  return (
    <>
      <UsersCard />
      {!isPending && (
        <>
          <GenerationsCard />
          <AuditLogCard />
        </>
      )}
    </>
  )
}
