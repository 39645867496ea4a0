import { useTableChanges } from '../../../lib/backend/use-table-changes.ts'
import { adminNoticeMessages as words } from '../../../messages/admin-notices.ts'
import { Card, CardBody, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { NoticeForm } from './notice-form.tsx'
import { useRefetchNotices } from './notices-api.ts'
import { NoticesCard } from './notices-card.tsx'

const TABLES = ['notices'] as const

export function NoticesSection() {
  useTableChanges(TABLES, undefined, useRefetchNotices())
  return (
    <>
      <Card aria-labelledby="new-notice">
        <CardHeader>
          <CardTitle id="new-notice">{words.newTitle}</CardTitle>
        </CardHeader>
        <CardBody className="flex max-w-2xl flex-col gap-4">
          <p className="max-w-prose text-md text-ink-2">{words.text}</p>
          <NoticeForm />
        </CardBody>
      </Card>
      <NoticesCard />
    </>
  )
}
