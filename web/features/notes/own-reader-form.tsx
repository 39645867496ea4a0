import { type FormEvent, useState } from 'react'
import { errorText } from '../../error-text.ts'
import { notesPanelMessages } from '../../messages/notes.ts'
import { Button } from '../../ui/button/button.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { focusOnMount, submitByKeys } from '../../ui/form/focus-on-mount.ts'
import { Input } from '../../ui/form/input.tsx'
import { Textarea } from '../../ui/form/textarea.tsx'
import { FormActions } from '../../ui/overlay/dialog.tsx'
import { isNameTaken, type OwnReader, useDeleteReader, useSaveReader } from './api/own-readers.ts'
import { plainName } from '../../../contract/plain-name.ts'

const words = notesPanelMessages.ownReader
const NAME = 80
const TEXT = 20_000

/** What is in the fields. */
function typedIn(form: HTMLFormElement): Pick<OwnReader, 'name' | 'text'> {
  const data = new FormData(form)
  const typed = (field: string) => {
    const value = data.get(field)
    return typeof value === 'string' ? value : ''
  }
  return { name: typed('name'), text: typed('text') }
}

type OwnReaderFormProps = {
  userId: string
  /** As it was or as it is typed; without an id it is a new one. */
  reader: OwnReader
  onTyped: (fields: Pick<OwnReader, 'name' | 'text'>) => void
  /** The id of the reader to choose; null after it was deleted or left as it was. */
  onDone: (id: string | null) => void
}

/** Describes a reader of the writer's own. */
export function OwnReaderForm({ userId, reader, onTyped, onDone }: OwnReaderFormProps) {
  const save = useSaveReader(userId)
  const remove = useDeleteReader(userId)
  const [first] = useState(reader)
  const known = reader.id === '' ? null : reader.id
  const [missing, setMissing] = useState<'name' | 'text' | null>(null)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = typedIn(event.currentTarget)
    const name = plainName(typed.name)
    const text = typed.text.trim()
    const lacks = name === '' ? 'name' : text === '' ? 'text' : null
    setMissing(lacks)
    if (lacks) return
    save.mutate({ id: known, name, text }, { onSuccess: (id) => onDone(id) })
  }
  const isTaken = isNameTaken(save.error)
  return (
    <form
      noValidate
      onSubmit={submit}
      onInput={({ currentTarget }) => onTyped(typedIn(currentTarget))}
      className="flex flex-col gap-4"
    >
      <Field
        label={words.name}
        hint={words.nameHint}
        error={missing === 'name' ? words.missingName : isTaken ? words.nameTaken : undefined}
      >
        <Input ref={focusOnMount} name="name" defaultValue={first.name} maxLength={NAME} />
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
          defaultValue={first.text}
          maxLength={TEXT}
        />
      </Field>
      {save.error && !isTaken && <FailureNote>{errorText(save.error, words.failed)}</FailureNote>}
      {remove.error && <FailureNote>{errorText(remove.error, words.removeFailed)}</FailureNote>}
      <FormActions
        className="mt-2"
        cancel={words.cancel}
        onCancel={() => onDone(known)}
        submit={words.save}
        busy={save.isPending}
      >
        {known !== null && (
          <Button
            variant="ghost"
            busy={remove.isPending}
            onClick={() => remove.mutate(known, { onSuccess: () => onDone(null) })}
            className="text-bad sm:mr-auto"
          >
            {words.remove}
          </Button>
        )}
      </FormActions>
    </form>
  )
}
