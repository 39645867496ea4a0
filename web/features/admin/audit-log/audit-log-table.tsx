import type { ReactNode } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import type { LogEntry } from '../api/audit-log.ts'
import { timeText, wholeTime } from '../number-text.ts'
import { StackedCell, StackedRow, StackedTable } from '../stacked-table.tsx'

const columns = {
  at: { name: admin.logColumns.at, width: 'lg:w-56' },
  actor: { name: admin.logColumns.actor },
  action: { name: admin.logColumns.action, width: 'lg:w-51' },
  user: { name: admin.logColumns.user },
}

/** Entries without an actor are by the operator, outside the app, or by somebody who was not signed in. */
function actorOf({ actor_id, actor_email, client_address }: LogEntry): string {
  if (actor_id !== null) return actor_email ?? admin.unknownEmail
  return client_address === null ? admin.logSystem : admin.logNotSignedIn
}

/** Entries about server settings concern no user. */
function userOf({ action, user_id, user_email, actor_id, detail }: LogEntry): ReactNode {
  const isSetting =
    action !== 'role_changed' && detail !== null && user_id !== null && user_id === actor_id
  if (!isSetting && (user_email !== null || user_id !== null))
    return user_email ?? admin.unknownEmail
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="sr-only">{admin.logNoUser}</span>
    </>
  )
}

type AuditLogTableProps = { caption: string; entries: readonly LogEntry[] }

export function AuditLogTable({ caption, entries }: AuditLogTableProps) {
  return (
    <StackedTable caption={caption} columns={Object.values(columns)}>
      {entries.map((entry) => (
        <StackedRow key={entry.id}>
          <StackedCell column={columns.at}>
            <time dateTime={entry.at} title={wholeTime(entry.at)}>
              {timeText(entry.at)}
            </time>
          </StackedCell>
          <StackedCell column={columns.actor}>
            <span className="wrap-anywhere">
              {actorOf(entry)}
              {entry.client_address && (
                <span className="block text-sm text-ink-2">
                  {admin.logAddress(entry.client_address)}
                </span>
              )}
            </span>
          </StackedCell>
          <StackedCell column={columns.action}>
            <span className="wrap-anywhere">
              {admin.logActions[entry.action]}
              {entry.detail !== null && (
                <span className="block text-sm text-ink-2">{entry.detail}</span>
              )}
            </span>
          </StackedCell>
          <StackedCell column={columns.user}>
            <span className="wrap-anywhere">{userOf(entry)}</span>
          </StackedCell>
        </StackedRow>
      ))}
    </StackedTable>
  )
}
