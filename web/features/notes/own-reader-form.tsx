import { type FormEvent, useState } from 'react'
import { errorText } from '../../error-text.ts'
import { notesPanelMessages } from '../../messages/notes.ts'
import { Button } from '../../ui/button/button.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { focusOnMount, submitByKeys } from '../../ui/form/focus-on-mount.ts'
import { Input } from '../../ui/form/input.tsx'
import { Textarea } from '../../ui/form/textarea.tsx'
import { DialogActions } from '../../ui/overlay/dialog.tsx'
import { isNameTaken, type OwnReader, useDeleteReader, useSaveReader } from './api/own-readers.ts'

const words = notesPanelMessages.ownReader
const NAME = 80
const TEXT = 20_000

type OwnReaderFormProps = {
  userId: string
  /** Null for a new one. */
  reader: OwnReader | null
  /** The id of the reader to choose; null after it was deleted or left as it was. */
  onDone: (id: string | null) => void
}

/** Describes a reader of the writer's own. */
export function OwnReaderForm({ userId, reader, onDone }: OwnReaderFormProps) {
  const save = useSaveReader(userId)
  const remove = useDeleteReader(userId)
  const [missing, setMissing] = useState<'name' | 'text' | null>(null)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = (field: string) => {
      const value = form.get(field)
      return typeof value === 'string' ? value.trim() : ''
    }
    const name = typed('name').replaceAll(/\s+/g, ' ')
    const text = typed('text')
    const lacks = name === '' ? 'name' : text === '' ? 'text' : null
    setMissing(lacks)
    if (lacks) return
    save.mutate({ id: reader?.id ?? null, name, text }, { onSuccess: (id) => onDone(id) })
  }
  const isTaken = isNameTaken(save.error)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={words.name}
        hint={words.nameHint}
        error={missing === 'name' ? words.missingName : isTaken ? words.nameTaken : undefined}
      >
        <Input ref={focusOnMount} name="name" defaultValue={reader?.name} maxLength={NAME} />
      </Field>
      <Field
        label={words.text}
        hint={words.textHint}
        error={missing === 'text' ? words.missingText : undefined}
      >
        <Textarea
          {...submitByKeys}
          name="text"
          rows={6}
          defaultValue={reader?.text}
          maxLength={TEXT}
        />
      </Field>
      {save.error && !isTaken && <FailureNote>{errorText(save.error, words.failed)}</FailureNote>}
      {remove.error && <FailureNote>{errorText(remove.error, words.removeFailed)}</FailureNote>}
      <DialogActions className="mt-2">
        {reader && (
          <Button
            variant="ghost"
            busy={remove.isPending}
            onClick={() => remove.mutate(reader.id, { onSuccess: () => onDone(null) })}
            className="text-bad sm:mr-auto"
          >
            {words.remove}
          </Button>
        )}
        <Button onClick={() => onDone(reader?.id ?? null)}>{words.cancel}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {words.save}
        </Button>
      </DialogActions>
    </form>
  )
}
