import { usePeopleChanges } from '../api/user-changes.ts'
import { AdministratorsCard } from './administrators-card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteCard } from './invite-card.tsx'

const TABLES = ['profiles', 'invitations'] as const

export function InvitationsSection() {
  usePeopleChanges(TABLES)
  return (
    <>
      <InviteCard />
      <InvitationsCard />
      <AdministratorsCard />
    </>
  )
}
