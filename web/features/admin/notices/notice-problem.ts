import { RequestError } from '../../../lib/backend/request-error.ts'
import { adminNoticeMessages as words } from '../../../messages/admin-notices.ts'
import { noticeRefusal, type NoticeValues } from '../api/notices.ts'

/** A problem without a field is about the whole notice. */
export type NoticeProblem = { field?: 'body' | 'starts' | 'ends'; message: string }

const MAX_CHARACTERS = 500

/** By code point, as the database counts. */
export const charactersLeft = (body: string): number =>
  MAX_CHARACTERS - Array.from(body.trim()).length

const { refusals } = words

/** Why the server would refuse the notice; undefined if it would not. */
export function noticeProblem({
  body,
  starts_at,
  ends_at,
}: NoticeValues): NoticeProblem | undefined {
  if (body.trim() === '') return { field: 'body', message: refusals.notice_is_empty }
  if (charactersLeft(body) < 0) return { field: 'body', message: refusals.notice_is_too_long }
  if (!ends_at) return undefined
  if (Date.parse(ends_at) <= Date.now())
    return { field: 'ends', message: refusals.notice_ends_in_the_past }
  return starts_at && Date.parse(ends_at) <= Date.parse(starts_at)
    ? { field: 'ends', message: refusals.notice_ends_before_it_starts }
    : undefined
}

const fieldByCode = new Map<string, NoticeProblem['field']>([
  ['notice_is_empty', 'body'],
  ['notice_is_too_long', 'body'],
  ['notice_ends_in_the_past', 'ends'],
  ['notice_ends_before_it_starts', 'ends'],
])

/** Converts the server's refusal to a problem. */
export function refusedNotice(error: unknown, fallback: string): NoticeProblem {
  const field = error instanceof RequestError ? fieldByCode.get(error.message) : undefined
  return { ...(field && { field }), message: noticeRefusal(error, fallback) }
}

/** The time as a value for `<input type="datetime-local">`, in the browser's time zone. */
export function toLocalInput(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Undefined if it is empty or not a time. */
export function fromLocalInput(value: string): string | undefined {
  const date = new Date(value)
  return value === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
