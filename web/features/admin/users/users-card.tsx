import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { adminMessages as admin, adminMessages } from '../../../messages/admin.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import {
  waitingWritersQuery,
  firstView,
  PAGE_SIZE,
  type Status,
  type User,
  usersQuery,
  useChangeUser,
} from '../api/users.ts'
import { ListPager } from '../list-pager.tsx'
import { CardState } from '../card-note.tsx'
import { useDebounced } from '../../../lib/timing.ts'
import { ExportButton } from './export-button.tsx'
import { messages } from '../../../messages.ts'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { RadioFilter } from '../radio-filter.tsx'
import { AccountActionDialog, type Asked } from './account-action-dialog.tsx'
import { LimitDialog, type Limited } from '../limits/limit-dialog.tsx'
import { StackedTable } from '../stacked-table.tsx'
import { userColumns } from './user-columns.ts'
import { UserRow } from './user-row.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useLastShown } from '../../../ui/overlay/use-focus-return.ts'
import { toastFailure, toastSuccess } from './change-outcome.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { Button } from '../../../ui/button/button.tsx'
import { adminKeys } from '../api/admin-keys.ts'
import { giveFocus, isFocusLost } from '../../../lib/focus.ts'

function useApproveUsers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (user_ids: string[]) => dataOf(supabase().rpc('approve_users', { user_ids })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.people }),
  })
}

/** Approves exactly the users who were on the page when the button was pressed, in one request. */
function ApproveShown({ users }: { users: readonly User[] }) {
  const { mutateAsync } = useApproveUsers()
  const [asked, setAsked] = useState<string[]>()
  const shown = useLastShown(asked)
  const waiting = users.filter(({ approved }) => !approved).map(({ id }) => id)
  return (
    <>
      {waiting.length > 0 && (
        <Button size="sm" onClick={() => setAsked(waiting)}>
          {admin.approveShown(waiting.length)}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => {
          if (!open) setAsked(undefined)
        }}
        title={admin.approveShownTitle}
        description={admin.approveShownText(shown?.length ?? 0)}
        cancelLabel={admin.no}
        confirmLabel={admin.approveShownConfirm}
        onConfirm={async () => {
          const count = await mutateAsync(asked ?? [])
          showToast({
            title: admin.successTitle,
            message: admin.approvedShown(count),
            kind: 'success',
          })
        }}
        onFailure={() => {
          showToast({ title: admin.errorTitle, message: admin.approveShownFailed, kind: 'error' })
          return admin.approveShownFailed
        }}
      />
    </>
  )
}

type Place = { element: Element; row: number }

const rowsIn = (card: Element) => [...card.querySelectorAll('tbody tr')]

/** When the focused row is removed, the row that takes its place gets the focus, or else the search box. */
function useRowFocus(card: RefObject<HTMLElement | null>): void {
  const last = useRef<Place>(undefined)

  useEffect(() => {
    const root = card.current
    function remember({ target }: FocusEvent): void {
      const row = target instanceof Element ? target.closest('tbody tr') : null
      last.current =
        root && row ? { element: target as Element, row: rowsIn(root).indexOf(row) } : undefined
    }
    // Forget the row when the user moved the focus, but not when the element was removed.
    function forget(): void {
      const left = last.current
      queueMicrotask(() => {
        if (last.current === left && left?.element.isConnected) last.current = undefined
      })
    }
    root?.addEventListener('focusin', remember)
    root?.addEventListener('focusout', forget)
    return () => {
      root?.removeEventListener('focusin', remember)
      root?.removeEventListener('focusout', forget)
    }
  }, [card])

  // Without dependencies: any render may have removed the row.
  useLayoutEffect(() => {
    const root = card.current
    const { element, row = 0 } = last.current ?? {}
    if (!root || !element || element.isConnected) return
    last.current = undefined
    if (!isFocusLost()) return
    const rows = rowsIn(root)
    const near = rows[Math.min(row, rows.length - 1)]?.querySelector('td:last-child button')
    giveFocus(near ?? root.querySelector('input[type="search"]'))
  })
}

type RestrictDialogProps = {
  user: { id: string; email: string } | undefined
  onClose: () => void
}

function RestrictDialog({ user, onClose }: RestrictDialogProps) {
  const { mutateAsync } = useChangeUser()
  const shown = useLastShown(user)

  async function restrict(): Promise<void> {
    if (!user) return
    await mutateAsync({ userId: user.id, change: 'restrict' })
    toastSuccess('restrict')
  }

  return (
    <ConfirmDialog
      open={user !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={adminMessages.restrictTitle}
      subject={shown?.email}
      description={adminMessages.restrictText}
      cancelLabel={adminMessages.no}
      confirmLabel={adminMessages.yesRestrict}
      danger
      onConfirm={restrict}
      onFailure={() => toastFailure('restrict')}
    />
  )
}

const columns = Object.values(userColumns)

type UsersTableProps = { users: readonly User[]; isOutdated: boolean }

function UsersTable({ users, isOutdated }: UsersTableProps) {
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

const labels: Record<Status, string> = {
  all: admin.filterAll,
  approved: admin.approved,
  pending: admin.pending,
}

type UsersToolbarProps = {
  search: string
  onSearch: (search: string) => void
  status: Status
  onStatus: (status: Status) => void
}

function UsersToolbar({ search, onSearch, status, onStatus }: UsersToolbarProps) {
  return (
    <search className="flex flex-wrap items-center gap-2.5 max-sm:w-full sm:ml-auto">
      <SearchBox
        clearLabel={messages.common.clearSearch}
        label={admin.search}
        value={search}
        onChange={onSearch}
        className="grow sm:w-58"
      />
      <RadioFilter legend={admin.filter} labels={labels} value={status} onChange={onStatus} />
    </search>
  )
}

export function UsersCard() {
  const card = useRef<HTMLElement>(null)
  const [view, setView] = useState(firstView)
  const search = useDebounced(view.search, 250)
  const query = useQuery(usersQuery({ ...view, search }))
  const { data, isPlaceholderData, errorUpdateCount } = query
  const pending = useQuery(waitingWritersQuery).data ?? 0

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
      <CardState
        query={query}
        failed={admin.fetchFailed}
        none={
          data?.users.length === 0 &&
          (search || view.status !== 'all' ? admin.noneFound : admin.none)
        }
      />
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
