import { useQuery } from '@tanstack/react-query'
import { Gauge, KeyRound, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { invitationMessages as words } from '../../../messages/admin-invitations.ts'
import { usageMessages } from '../../../messages/admin-usage.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { MenuItem } from '../../../ui/overlay/menu.tsx'
import { CardState } from '../card-note.tsx'
import { LimitDialog, type Limited } from '../limits/limit-dialog.tsx'
import { MoreActions } from '../more-actions.tsx'
import { type Column, StackedCell, StackedRow, StackedTable } from '../stacked-table.tsx'
import { dayText, wholeTime } from '../number-text.ts'
import { AccountActionDialog, type Asked } from '../users/account-action-dialog.tsx'
import { type Administrator, administratorsQuery } from '../api/invitations.ts'

const { adminColumns: names } = words

const columns = {
  email: { name: names.email, isTitle: true },
  status: { name: names.status, width: 'lg:w-56' },
  joined: { name: names.joined, width: 'lg:w-28' },
  actions: { name: names.actions, width: 'lg:w-42' },
} satisfies Record<string, Column>

type AdministratorRowProps = {
  person: Administrator
  onAsk: (asked: Asked) => void
  onLimit: (user: Limited) => void
}

function AdministratorRow({ person, onAsk, onLimit }: AdministratorRowProps) {
  const { id: userId, approved, created_at, is_self } = person
  const email = person.email ?? admin.unknownEmail
  return (
    <StackedRow>
      <StackedCell column={columns.email}>
        <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
          {email}
          {is_self && <Badge>{words.you}</Badge>}
        </span>
      </StackedCell>
      <StackedCell column={columns.status}>
        <Badge tone={approved ? 'good' : 'warn'}>{approved ? admin.approved : admin.pending}</Badge>
      </StackedCell>
      <StackedCell column={columns.joined}>
        <time dateTime={created_at} title={wholeTime(created_at)}>
          {dayText(created_at)}
        </time>
      </StackedCell>
      <StackedCell column={columns.actions}>
        <MoreActions label={admin.moreFor(email)} className="max-lg:-mr-3 lg:-ml-2">
          <MenuItem onSelect={() => onLimit({ userId, email, isAdmin: true })}>
            <Gauge />
            {usageMessages.limit.menu}
          </MenuItem>
          <MenuItem onSelect={() => onAsk({ userId, email, action: 'sendReset' })}>
            <KeyRound />
            {admin.sendReset}
          </MenuItem>
          <MenuItem danger onSelect={() => onAsk({ userId, email, action: 'makeScriptwriter' })}>
            <UserMinus />
            {admin.makeScriptwriter}
          </MenuItem>
        </MoreActions>
      </StackedCell>
    </StackedRow>
  )
}

/** Lists the administrators, whom the list of users leaves out. */
export function AdministratorsCard() {
  const query = useQuery(administratorsQuery)
  const { data } = query
  const [asked, setAsked] = useState<Asked>()
  const [limited, setLimited] = useState<Limited>()
  return (
    <Card aria-labelledby="administrators">
      <CardHeader>
        <CardTitle id="administrators">{words.admins}</CardTitle>
      </CardHeader>
      <CardState query={query} failed={words.adminsFailed} />
      {data && (
        <StackedTable caption={words.adminsCaption} columns={Object.values(columns)}>
          {data.map((person) => (
            <AdministratorRow
              key={person.id}
              person={person}
              onAsk={setAsked}
              onLimit={setLimited}
            />
          ))}
        </StackedTable>
      )}
      <AccountActionDialog asked={asked} onClose={() => setAsked(undefined)} />
      <LimitDialog user={limited} onClose={() => setLimited(undefined)} />
    </Card>
  )
}
