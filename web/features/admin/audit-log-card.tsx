import { useInfiniteQuery } from '@tanstack/react-query'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardFooter, CardHeader, CardTitle } from '../../ui/card.tsx'
import { logQuery } from './api/audit-log.ts'
import { AuditLogTable } from './audit-log-table.tsx'
import { CardFailure, CardLoading, CardNote } from './card-note.tsx'

const { admin } = messages

export function AuditLogCard() {
  const log = useInfiniteQuery(logQuery)
  const { data: entries, isError, isFetching } = log
  return (
    <Card aria-labelledby="admin-log">
      <CardHeader>
        <CardTitle id="admin-log">{admin.log}</CardTitle>
      </CardHeader>
      {!entries && !isError && <CardLoading />}
      {!entries && isError && (
        <CardFailure busy={isFetching} onRetry={() => void log.refetch()}>
          {admin.logFailed}
        </CardFailure>
      )}
      {entries?.length === 0 && <CardNote>{admin.logNone}</CardNote>}
      {entries && entries.length > 0 && <AuditLogTable entries={entries} />}
      {log.hasNextPage && (
        <CardFooter className="justify-center">
          <Button
            variant="ghost"
            size="sm"
            busy={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            {admin.more}
          </Button>
        </CardFooter>
      )}
    </Card>
  )
}
