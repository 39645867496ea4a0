import { useState } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import type { LogView } from '../api/audit-log.ts'
import { RadioFilter } from '../radio-filter.tsx'
import { AuditLogEntries } from './audit-log-entries.tsx'

export function AuditLogCard() {
  const [view, setView] = useState<LogView>('changes')
  return (
    <Card aria-labelledby="admin-log">
      <CardHeader>
        <CardTitle id="admin-log">{admin.log}</CardTitle>
        <div className="flex max-sm:w-full sm:ml-auto">
          <RadioFilter
            legend={admin.logFilter}
            labels={admin.logViews}
            value={view}
            onChange={setView}
          />
        </div>
      </CardHeader>
      {/* Each view starts at its newest entries. */}
      <AuditLogEntries key={view} view={view} />
    </Card>
  )
}
