import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CardFooter } from '../../../ui/layout/card.tsx'
import { type LogView, logQuery } from '../api/audit-log.ts'
import { CardFailure, CardLoading, CardNote } from '../card-note.tsx'
import { AuditLogTable } from './audit-log-table.tsx'

const words: Record<LogView, { caption: string; none: string }> = {
  changes: { caption: admin.captionLog, none: admin.logNone },
  security: { caption: admin.captionSecurity, none: admin.logNoneSecurity },
}

export function AuditLogEntries({ view }: { view: LogView }) {
  const log = useInfiniteQuery(logQuery(view))
  const { data: entries, isError, isFetching, hasNextPage, fetchNextPage } = log
  const place = useRef<HTMLDivElement>(null)
  /** Number of entries before 'Show more' was pressed. */
  const before = useRef<number>(undefined)

  useEffect(() => {
    if (hasNextPage || before.current === undefined) return
    // The button is gone and the focus with it: move it to the first new row.
    const row = place.current?.querySelectorAll<HTMLElement>('tbody tr')[before.current]
    before.current = undefined
    if (!row || document.activeElement !== document.body) return
    row.tabIndex = -1
    row.focus({ preventScroll: true })
  }, [hasNextPage])

  // A realtime refetch may cancel the fetch of a page: fetch again until there are enough entries.
  const [wanted, setWanted] = useState(0)
  const isShort = hasNextPage && entries !== undefined && entries.length < wanted
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])

  function showMore(): void {
    const shown = entries?.length ?? 0
    before.current = shown
    setWanted(shown + 1)
    if (isError) void fetchNextPage()
  }

  return (
    <div ref={place}>
      {!entries && !isError && <CardLoading />}
      {!entries && isError && (
        <CardFailure busy={isFetching} onRetry={() => void log.refetch()}>
          {admin.logFailed}
        </CardFailure>
      )}
      {entries?.length === 0 && <CardNote>{words[view].none}</CardNote>}
      {entries && entries.length > 0 && (
        <AuditLogTable caption={words[view].caption} entries={entries} />
      )}
      {hasNextPage && (
        <CardFooter className="justify-center">
          <Button variant="ghost" size="sm" busy={isShort && !isError} onClick={showMore}>
            {admin.more}
          </Button>
        </CardFooter>
      )}
    </div>
  )
}
