import { type FormEvent, useRef, useState } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { adminNoticeMessages as words } from '../../../messages/admin-notices.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { fromLocalInput, toLocalInput } from './local-time.ts'
import { NoticePreview } from './notice-preview.tsx'
import { type Notice, noticeRefusal, useSaveNotice } from './notices-api.ts'

const MOST_CHARACTERS = 500

/** The input has no seconds: what was not touched stays exactly as it is. */
const unlessTouched = (value: string, before: string | null | undefined) =>
  before && value === toLocalInput(before) ? before : fromLocalInput(value)

type NoticeFormProps = {
  /** To be changed; otherwise a new one. */
  changed?: Notice
  /** After it was saved, or when changing it was given up. */
  onClose?: () => void
}

export function NoticeForm({ changed, onClose }: NoticeFormProps) {
  const { mutateAsync, isPending } = useSaveNotice()
  const [body, setBody] = useState(changed?.body ?? '')
  const [starts, setStarts] = useState(toLocalInput(changed?.starts_at ?? null))
  const [ends, setEnds] = useState(toLocalInput(changed?.ends_at ?? null))
  const [forPending, setForPending] = useState(changed?.for_pending ?? false)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  // By code point, as the database counts.
  const left = MOST_CHARACTERS - Array.from(body.trim()).length

  function problemOf(startsAt: string | undefined, endsAt: string | undefined): string | undefined {
    if (body.trim() === '') return words.refusals['notice_is_empty']
    if (left < 0) return words.refusals['notice_is_too_long']
    if (!endsAt) return undefined
    if (Date.parse(endsAt) <= Date.now()) return words.refusals['notice_ends_in_the_past']
    return startsAt && endsAt <= startsAt
      ? words.refusals['notice_ends_before_it_starts']
      : undefined
  }

  async function save(): Promise<void> {
    const starts_at = unlessTouched(starts, changed?.starts_at)
    const ends_at = unlessTouched(ends, changed?.ends_at)
    const found = problemOf(starts_at, ends_at)
    setProblem(found)
    if (found) return field.current?.focus()
    try {
      await mutateAsync({
        values: { body, starts_at, ends_at, for_pending: forPending },
        changed,
      })
    } catch (error) {
      return setProblem(noticeRefusal(error, words.failed))
    }
    const isPlanned = starts_at !== undefined && Date.parse(starts_at) > Date.now()
    const published = isPlanned ? words.planned : words.created
    const message = changed ? words.saved : published
    showToast({ title: admin.successTitle, message, kind: 'success' })
    setBody('')
    setStarts('')
    setEnds('')
    setForPending(false)
    onClose?.()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isPending) void save()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={words.body} hint={words.bodyHint(left)} error={problem}>
        <Textarea
          ref={field}
          value={body}
          rows={3}
          onChange={({ target }) => setBody(target.value)}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.starts} hint={words.startsHint}>
          <Input
            type="datetime-local"
            value={starts}
            onChange={({ target }) => setStarts(target.value)}
          />
        </Field>
        <Field label={words.ends} hint={words.endsHint}>
          <Input
            type="datetime-local"
            value={ends}
            onChange={({ target }) => setEnds(target.value)}
          />
        </Field>
      </div>
      <Checkbox label={words.forPending} checked={forPending} onChange={setForPending} />
      {body.trim() !== '' && <NoticePreview body={body.trim()} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isPending}>
          {changed ? words.save : words.create}
        </Button>
        {changed && <Button onClick={onClose}>{words.cancel}</Button>}
      </div>
    </form>
  )
}
