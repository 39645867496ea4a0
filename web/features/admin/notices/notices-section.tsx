import { useTableChanges } from '../../../lib/backend/table-changes.ts'
import { adminNoticeMessages as words } from '../../../messages/admin-notices.ts'
import { Card, CardBody, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { NoticeForm } from './notice-form.tsx'
import {
  adminNoticesQuery,
  type Ending,
  type Notice,
  noticeRefusal,
  useEndNotice,
  useRefetchNotices,
} from '../api/notices.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../../../messages.ts'
import { Dialog, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { useLastShown } from '../../../ui/overlay/use-focus-return.ts'
import { CardState } from '../card-note.tsx'
import { MoreButton } from '../more-actions.tsx'
import { type Column, StackedCell, StackedRow, StackedTable } from '../stacked-table.tsx'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { timeText, wholeTime } from '../number-text.ts'

const { columns: names } = words

const noticeColumns = {
  body: { name: names.body, isTitle: true },
  state: { name: names.state, width: 'lg:w-28' },
  time: { name: names.time, width: 'lg:w-56' },
  dismissals: { name: names.dismissals, width: 'lg:w-26', numeric: true },
  actions: { name: names.actions, width: 'lg:w-72' },
} satisfies Record<string, Column>

const tones = { planned: 'warn', current: 'good', ended: 'neutral' } as const

type NoticeRowProps = {
  notice: Notice
  onEdit: (notice: Notice) => void
  onEnd: (notice: Notice, how: Ending) => void
}

function NoticeRow({ notice, onEdit, onEnd }: NoticeRowProps) {
  const { body, state, starts_at, ends_at, for_pending, created_by_email, dismissals } = notice
  const start = body.slice(0, 40)
  return (
    <StackedRow>
      <StackedCell column={noticeColumns.body}>
        <span className="block wrap-anywhere whitespace-pre-line">{body}</span>
      </StackedCell>
      <StackedCell column={noticeColumns.state}>
        <Badge tone={tones[state]}>{words.states[state]}</Badge>
      </StackedCell>
      <StackedCell column={noticeColumns.time}>
        <span>
          <span title={[starts_at, ends_at ?? []].flat().map(wholeTime).join(' – ')}>
            <span className="inline-block">
              {ends_at === null ? words.from(timeText(starts_at)) : timeText(starts_at)}
            </span>{' '}
            {ends_at !== null && (
              <span className="inline-block">{words.to(timeText(ends_at))}</span>
            )}
          </span>
          <span className="block text-sm wrap-anywhere text-ink-2">
            {created_by_email !== null && words.by(created_by_email)}
            {for_pending && <span className="block">{words.withPending}</span>}
          </span>
        </span>
      </StackedCell>
      <StackedCell column={noticeColumns.dismissals}>{dismissals.toLocaleString()}</StackedCell>
      <StackedCell column={noticeColumns.actions}>
        <span className="inline-flex flex-wrap gap-2 max-lg:justify-end">
          {state !== 'ended' && (
            <Button size="sm" aria-label={words.editFor(start)} onClick={() => onEdit(notice)}>
              {words.edit}
            </Button>
          )}
          {state === 'current' && (
            <Button size="sm" aria-label={words.endFor(start)} onClick={() => onEnd(notice, 'end')}>
              {words.end}
            </Button>
          )}
          <Button
            size="sm"
            aria-label={words.removeFor(start)}
            className="text-bad"
            onClick={() => onEnd(notice, 'remove')}
          >
            {words.remove}
          </Button>
        </span>
      </StackedCell>
    </StackedRow>
  )
}

const sentences = {
  end: {
    title: words.endTitle,
    text: words.endText,
    confirm: words.end,
    done: words.ended,
    failed: words.endFailed,
  },
  remove: {
    title: words.removeTitle,
    text: words.removeText,
    confirm: words.remove,
    done: words.removed,
    failed: words.removeFailed,
  },
}

/** Truncates a text that is too long for its place. */
const startOf = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).trimEnd()}…` : text

type AskedEnding = { notice: Notice; how: Ending }

type EndNoticeDialogProps = { asked: AskedEnding | undefined; onClose: () => void }

function EndNoticeDialog({ asked, onClose }: EndNoticeDialogProps) {
  const { mutateAsync } = useEndNotice()
  const shown = useLastShown(asked)
  const { title, text, confirm, done, failed } = sentences[shown?.how ?? 'end']
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      subject={shown && startOf(shown.notice.body, 200)}
      description={text}
      cancelLabel={admin.no}
      confirmLabel={confirm}
      danger
      onConfirm={async () => {
        if (!asked) return
        await mutateAsync({ id: asked.notice.id, how: asked.how })
        showToast({ title: admin.successTitle, message: done, kind: 'success' })
      }}
      onFailure={(error) => noticeRefusal(error, failed)}
    />
  )
}

function NoticesCard() {
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
      <CardState query={query} failed={words.listFailed} none={data?.length === 0 && words.none} />
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
