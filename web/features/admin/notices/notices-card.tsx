import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../../../messages.ts'
import { adminNoticeMessages as words } from '../../../messages/admin-notices.ts'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { Dialog, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { useLastShown } from '../../../ui/overlay/use-last-shown.ts'
import { CardNote, CardState } from '../card-note.tsx'
import { MoreButton } from '../more-button.tsx'
import { StackedTable } from '../stacked-table.tsx'
import { type AskedEnding, EndNoticeDialog } from './end-notice-dialog.tsx'
import { NoticeForm } from './notice-form.tsx'
import { NoticeRow, noticeColumns } from './notice-row.tsx'
import { adminNoticesQuery, type Notice } from './notices-api.ts'

export function NoticesCard() {
  const query = useInfiniteQuery(adminNoticesQuery)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const [editing, setEditing] = useState<Notice>()
  const edited = useLastShown(editing)
  const [asked, setAsked] = useState<AskedEnding>()
  const stopEditing = () => setEditing(undefined)
  return (
    <Card aria-labelledby="notices">
      <CardHeader>
        <CardTitle id="notices">{words.listTitle}</CardTitle>
      </CardHeader>
      <CardState query={query} failed={words.listFailed} />
      {data?.length === 0 && <CardNote>{words.none}</CardNote>}
      {data && data.length > 0 && (
        <StackedTable caption={words.caption} columns={Object.values(noticeColumns)}>
          {data.map((notice) => (
            <NoticeRow
              key={notice.id}
              notice={notice}
              onEdit={setEditing}
              onEnd={(ended, how) => setAsked({ notice: ended, how })}
            />
          ))}
        </StackedTable>
      )}
      {hasNextPage && <MoreButton busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
      <Dialog
        open={editing !== undefined}
        onOpenChange={(open) => {
          if (!open) stopEditing()
        }}
      >
        <DialogContent
          title={words.editTitle}
          closeLabel={messages.common.close}
          className="w-[min(36rem,calc(100vw-2rem))]"
        >
          {edited && <NoticeForm changed={edited} onClose={stopEditing} />}
        </DialogContent>
      </Dialog>
      <EndNoticeDialog asked={asked} onClose={() => setAsked(undefined)} />
    </Card>
  )
}
