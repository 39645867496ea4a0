import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { pendingQuery } from '../api/pending-count.ts'
import { firstView, PAGE_SIZE, usersQuery } from '../api/users.ts'
import { ListPager } from '../list-pager.tsx'
import { CardNote, CardState } from '../card-note.tsx'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import { ApproveShown } from './approve-shown.tsx'
import { ExportButton } from './export-button.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { UsersTable } from './users-table.tsx'
import { UsersToolbar } from './users-toolbar.tsx'

export function UsersCard() {
  const card = useRef<HTMLElement>(null)
  const [view, setView] = useState(firstView)
  const search = useDebounced(view.search, 250)
  const query = useQuery(usersQuery({ ...view, search }))
  const { data, isPlaceholderData, errorUpdateCount } = query
  const pending = useQuery(pendingQuery).data ?? 0

  useRowFocus(card)

  useEffect(() => {
    if (errorUpdateCount > 0)
      showToast({ title: admin.errorTitle, message: admin.fetchFailed, kind: 'error' })
  }, [errorUpdateCount])

  // The last page became empty: go back one page.
  if (data && !isPlaceholderData && data.users.length === 0 && data.page > 0) {
    setView({ ...view, page: data.page - 1 })
  }

  function turnTo(page: number): void {
    setView({ ...view, page })
    card.current?.scrollIntoView()
  }

  return (
    <Card ref={card} aria-labelledby="admin-users" className="scroll-mt-4">
      <CardHeader>
        <CardTitle id="admin-users">{admin.users}</CardTitle>
        {pending > 0 && <Badge tone="warn">{admin.pendingCount(pending)}</Badge>}
        <UsersToolbar
          search={view.search}
          onSearch={(next) => setView({ ...view, search: next, page: 0 })}
          status={view.status}
          onStatus={(status) => setView({ ...view, status, page: 0 })}
        />
      </CardHeader>
      <CardState query={query} failed={admin.fetchFailed} />
      {data?.users.length === 0 && (
        <CardNote>{search || view.status !== 'all' ? admin.noneFound : admin.none}</CardNote>
      )}
      {data && data.users.length > 0 && (
        <>
          <UsersTable users={data.users} isOutdated={isPlaceholderData} />
          <ListPager
            page={data.page}
            size={PAGE_SIZE}
            shown={data.users.length}
            total={data.total}
            onTurn={turnTo}
            actions={
              <>
                {view.status === 'pending' && <ApproveShown users={data.users} />}
                <ExportButton view={{ search, status: view.status }} />
              </>
            }
          />
        </>
      )}
    </Card>
  )
}
