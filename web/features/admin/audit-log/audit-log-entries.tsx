import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { type LogView, logQuery } from '../api/audit-log.ts'
import { CardNote, CardState } from '../card-note.tsx'
import { MoreButton } from '../more-button.tsx'
import { AuditLogTable } from './audit-log-table.tsx'

const words: Record<LogView, { caption: string; none: string }> = {
  changes: { caption: admin.captionLog, none: admin.logNone },
  security: { caption: admin.captionSecurity, none: admin.logNoneSecurity },
}

export function AuditLogEntries({ view }: { view: LogView }) {
  const log = useInfiniteQuery(logQuery(view))
  const { data: entries, isError, isFetching, hasNextPage, fetchNextPage } = log
  // A realtime refetch may cancel the fetch of a page: fetch again until there are enough entries.
  const [wanted, setWanted] = useState(0)
  const isShort = hasNextPage && entries !== undefined && entries.length < wanted
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])

  function showMore(): void {
    setWanted((entries?.length ?? 0) + 1)
    if (isError) void fetchNextPage()
  }

  return (
    <>
      {!entries && <CardState query={log} failed={admin.logFailed} />}
      {entries?.length === 0 && <CardNote>{words[view].none}</CardNote>}
      {entries && entries.length > 0 && (
        <AuditLogTable caption={words[view].caption} entries={entries} />
      )}
      {hasNextPage && <MoreButton busy={isShort && !isError} onMore={showMore} />}
    </>
  )
}
