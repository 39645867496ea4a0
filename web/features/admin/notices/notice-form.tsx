import { type FormEvent, useState } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { adminNoticeMessages as words } from '../../../messages/admin-notices.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { submitByKeys, useFocusInvalid } from '../../../ui/form/focus-on-mount.ts'
import { FormActions } from '../../../ui/overlay/dialog.tsx'
import { ownTimeZone } from '../number-text.ts'
import {
  fromLocalInput,
  toLocalInput,
  charactersLeft,
  noticeProblem,
  type NoticeProblem,
  refusedNotice,
} from './notice-problem.ts'
import { type Notice, useSaveNotice } from '../api/notices.ts'
import { Megaphone } from 'lucide-react'

/** The notice as it will appear above the pages, in full. */
function NoticePreview({ body }: { body: string }) {
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-md font-medium">{words.preview}</figcaption>
      <div className="flex items-start gap-2.5 rounded-sm border border-line bg-sunk px-4 py-1.5 text-sm">
        <Megaphone className="mt-0.5 size-4 shrink-0 text-accent" />
        <p className="min-w-0 wrap-anywhere whitespace-pre-line">{body}</p>
      </div>
    </figure>
  )
}

/** The input drops the seconds, so an unchanged value keeps the exact stored time. */
const unlessTouched = (value: string, before: string | null | undefined) =>
  before && value === toLocalInput(before) ? before : fromLocalInput(value)

/** For a date without a time, or a time without a date, the input's value is empty. */
function hasHalfADate(form: HTMLFormElement | null, name: string): boolean {
  const control = form?.elements.namedItem(name)
  return control instanceof HTMLInputElement && control.validity.badInput
}

type NoticeFormProps = {
  /** The notice to edit; undefined for a new one. */
  changed?: Notice
  /** Called after saving, or when editing is cancelled. */
  onClose?: () => void
}

export function NoticeForm({ changed, onClose }: NoticeFormProps) {
  const { mutateAsync, isPending } = useSaveNotice()
  const [body, setBody] = useState(changed?.body ?? '')
  const [starts, setStarts] = useState(toLocalInput(changed?.starts_at ?? null))
  const [ends, setEnds] = useState(toLocalInput(changed?.ends_at ?? null))
  const [forPending, setForPending] = useState(changed?.for_pending ?? false)
  const [problem, setProblem] = useState<NoticeProblem>()
  const form = useFocusInvalid(problem)
  const errorOf = (field: NonNullable<NoticeProblem['field']>) =>
    problem?.field === field ? problem.message : undefined

  async function save(): Promise<void> {
    const values = {
      body,
      starts_at: unlessTouched(starts, changed?.starts_at),
      ends_at: unlessTouched(ends, changed?.ends_at),
      for_pending: forPending,
    }
    const half = (['starts', 'ends'] as const).find((name) => hasHalfADate(form.current, name))
    const found = half ? { field: half, message: words.halfADate } : noticeProblem(values)
    setProblem(found)
    if (found) return
    try {
      await mutateAsync({ values, changed })
    } catch (error) {
      setProblem(refusedNotice(error, words.failed))
      return
    }
    const isPlanned = values.starts_at !== undefined && Date.parse(values.starts_at) > Date.now()
    const published = isPlanned ? words.planned : words.created
    const message = changed ? words.saved : published
    showToast({ title: admin.successTitle, message, kind: 'success' })
    if (onClose) return onClose()
    setBody('')
    setStarts('')
    setEnds('')
    setForPending(false)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isPending) void save()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={words.body} hint={words.bodyHint(charactersLeft(body))} error={errorOf('body')}>
        <Textarea
          {...submitByKeys}
          value={body}
          rows={3}
          onChange={({ target }) => setBody(target.value)}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.starts} hint={words.startsHint} error={errorOf('starts')}>
          <Input
            name="starts"
            type="datetime-local"
            value={starts}
            onChange={({ target }) => setStarts(target.value)}
          />
        </Field>
        <Field label={words.ends} hint={words.endsHint} error={errorOf('ends')}>
          <Input
            name="ends"
            type="datetime-local"
            value={ends}
            onChange={({ target }) => setEnds(target.value)}
          />
        </Field>
        <p className="text-sm text-ink-2 sm:col-span-2">{words.zone(ownTimeZone())}</p>
      </div>
      <Checkbox label={words.forPending} checked={forPending} onChange={setForPending} />
      {body.trim() !== '' && <NoticePreview body={body.trim()} />}
      <div aria-live="polite" className="empty:hidden">
        {problem && !problem.field && <FailureNote>{problem.message}</FailureNote>}
      </div>
      {changed ? (
        <FormActions
          className="mt-2"
          cancel={words.cancel}
          onCancel={onClose}
          submit={words.save}
          busy={isPending}
        />
      ) : (
        <Button type="submit" variant="primary" busy={isPending} className="self-start">
          {words.create}
        </Button>
      )}
    </form>
  )
}
