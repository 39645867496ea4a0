import { adminNoticeMessages as words } from '../../../messages/admin-notices.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { type Column, StackedCell, StackedRow } from '../stacked-table.tsx'
import { timeText, wholeTime } from '../time-text.ts'
import type { Ending, Notice } from './notices-api.ts'

const { columns: names } = words

export const noticeColumns = {
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

export function NoticeRow({ notice, onEdit, onEnd }: NoticeRowProps) {
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
