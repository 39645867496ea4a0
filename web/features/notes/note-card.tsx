import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { errorText } from '../../error-text.ts'
import { notesMessages, notesPanelMessages as words } from '../../messages/notes.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { focusOnMount, submitByKeys } from '../../ui/form/focus-on-mount.ts'
import { Textarea } from '../../ui/form/textarea.tsx'
import { ButtonMenu, MenuItem } from '../../ui/overlay/menu.tsx'
import { useStore } from '../../lib/store.ts'
import type { NotesControl } from './notes-control.ts'
import type { Note } from './script-notes.ts'
import { type ListedNote, nameIn } from './use-listed-notes.ts'
import { MOST } from '../../../contract/limits.ts'
import { withoutTurns } from '../../../contract/plain-name.ts'

const LONGEST = MOST.noteCharacters

type NoteFormProps = {
  label: string
  quote: string
  body?: string
  onTyped?: (body: string) => void
  onSave: (body: string) => Promise<void>
  onCancel: () => void
}

/** What the writer has to say about some words. */
export function NoteForm({ label, quote, body = '', onTyped, onSave, onCancel }: NoteFormProps) {
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function save(form: HTMLFormElement): Promise<void> {
    const typed = new FormData(form).get('body')
    const written = typeof typed === 'string' ? withoutTurns(typed).trim() : ''
    if (written === '' || written.length > LONGEST) {
      setFailure(written === '' ? words.form.empty : words.form.tooLong)
      return
    }
    setIsSaving(true)
    setFailure(undefined)
    try {
      await onSave(written)
    } catch (error) {
      setFailure(errorText(error, notesMessages.addFailed))
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void save(event.currentTarget)
      }}
      className="grid gap-2.5"
    >
      {quote !== '' && <Quote text={quote} />}
      <Field label={label} error={failure}>
        <Textarea
          {...submitByKeys}
          ref={focusOnMount}
          name="body"
          rows={3}
          defaultValue={body}
          maxLength={LONGEST}
          onChange={({ target }) => onTyped?.(target.value)}
          onKeyDown={(event) => {
            submitByKeys.onKeyDown(event)
            if (event.key !== 'Escape') return
            // The panel stays open.
            event.preventDefault()
            onCancel()
          }}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {words.form.cancel}
        </Button>
        <Button size="sm" variant="primary" type="submit" busy={isSaving}>
          {words.form.save}
        </Button>
      </div>
    </form>
  )
}

const quoteStyle = 'border-l-2 border-line-2 pl-2.5 font-script text-sm leading-snug text-ink-2'

const Quote = ({ text }: { text: string }) => (
  <blockquote className={classNames(quoteStyle, 'line-clamp-3 whitespace-pre-line wrap-anywhere')}>
    {text}
  </blockquote>
)

type NoteCardProps = {
  note: ListedNote
  isCurrent: boolean
  /** Whether the quote is reached by Tab. */
  isTabStop?: boolean
  control: NotesControl
  onGo: () => void
}

/** What a note is about and what it says, with what can be done about it. */
export function NoteCard({ note, isCurrent, isTabStop = true, control, onGo }: NoteCardProps) {
  const [isEditing, setIsEditing] = useState(false)
  const nameId = useId()
  const changed = useStore(control.changed)
  const isInText = note.author === 'text'
  const who = nameIn(note)
  const isGone = note.start === note.end
  const quote = isInText ? '' : note.quote
  const state = isInText ? 'open' : note.state
  if (isEditing && !isInText)
    return (
      <div className={cardStyle(isCurrent)}>
        <NoteForm
          label={words.form.editLabel}
          quote={quote}
          body={note.body}
          onCancel={() => setIsEditing(false)}
          onSave={async (body) => {
            await control.edit(note.id, body)
            setIsEditing(false)
          }}
        />
      </div>
    )
  return (
    <article
      aria-labelledby={nameId}
      data-current={isCurrent || undefined}
      className={cardStyle(isCurrent)}
    >
      <div className="flex min-h-6 items-center gap-2 text-sm text-ink-2">
        <p id={nameId} className="min-w-0 truncate font-medium">
          {who}
        </p>
        {state !== 'open' && (
          <span className="rounded-full border border-line-2 px-1.5 text-xs">
            {state === 'done' ? words.isDone : words.isDismissed}
          </span>
        )}
        {note.author === 'writer' && (
          <OwnMenu
            onEdit={() => setIsEditing(true)}
            onRemove={() => void control.remove(note.id)}
          />
        )}
      </div>
      {isInText ? (
        <button
          type="button"
          data-go=""
          tabIndex={isTabStop ? 0 : -1}
          title={words.inTextHint}
          onClick={onGo}
          className="text-left font-script text-sm leading-snug whitespace-pre-line wrap-anywhere"
        >
          {note.body}
        </button>
      ) : (
        <>
          <button
            type="button"
            data-go=""
            tabIndex={isTabStop ? 0 : -1}
            aria-label={(isGone ? words.lookFor : words.goTo)(
              quote.replaceAll(/\s+/g, ' ').slice(0, 100),
            )}
            onClick={onGo}
            className={classNames(
              quoteStyle,
              'line-clamp-3 text-left whitespace-pre-line wrap-anywhere hover:text-ink',
              isGone && 'line-through decoration-1',
            )}
          >
            {quote}
          </button>
          <NowThere note={note} answered={changed.get(note.id)} />
          <p className="text-md whitespace-pre-line wrap-anywhere">{note.body}</p>
          <NoteActions
            note={note}
            isPrimary={isCurrent}
            isChanged={(isGone || Boolean(note.held)) && changed.has(note.id)}
            control={control}
          />
        </>
      )}
    </article>
  )
}

const cardStyle = (isCurrent: boolean) =>
  classNames(
    'grid gap-1.5 rounded-md border border-line bg-sheet px-3 py-2.5',
    isCurrent && 'border-accent shadow-[0_0_0_1px_var(--accent)]',
  )

type NowThereProps = {
  note: Note
  /** What an answer put in its place. */
  answered: string | null | undefined
}

/** What became of the words that a note is about, if they are not what they were. */
function NowThere({ note, answered }: NowThereProps) {
  const isGone = note.start === note.end
  if (!isGone && !note.held) return null
  const now = answered === undefined && !isGone ? note.held : answered
  const gone = answered === undefined ? words.gone : answered ? words.changed : words.replaced
  return (
    <>
      <p className="text-sm text-ink-2 italic">
        {isGone || answered !== undefined ? gone : words.edited}
      </p>
      {now && <Quote text={now} />}
    </>
  )
}

type NoteActionsProps = {
  note: Note
  isPrimary: boolean
  /** Whether an answer has changed what it is about, as it asked. */
  isChanged: boolean
  control: NotesControl
}

function NoteActions({ note, isPrimary, isChanged, control }: NoteActionsProps) {
  const { id, state, start, end } = note
  if (state !== 'open')
    return (
      <div className="-mx-1 flex flex-wrap gap-1">
        <Button size="sm" variant="ghost" onClick={() => control.setState(id, 'open')}>
          {words.reopen}
        </Button>
      </div>
    )
  return (
    <div className="mt-0.5 flex flex-wrap gap-1">
      {start < end && (
        <Button
          size="sm"
          variant={isPrimary ? 'primary' : 'secondary'}
          onClick={() => control.changeThis(id)}
        >
          {words.change}
        </Button>
      )}
      <Button
        size="sm"
        variant={isChanged ? 'primary' : 'ghost'}
        onClick={() => control.setState(id, 'done')}
        className={isChanged ? undefined : 'px-2'}
      >
        {words.done}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => control.setState(id, 'dismissed')}
        className="px-2"
      >
        {words.dismiss}
      </Button>
    </div>
  )
}

type OwnMenuProps = { onEdit: () => void; onRemove: () => void }

function OwnMenu({ onEdit, onRemove }: OwnMenuProps) {
  return (
    <ButtonMenu
      button={
        <Button
          variant="ghost"
          size="sm"
          aria-label={words.moreOwn}
          className="-my-1 -mr-1.5 ml-auto size-7 p-0 touch:size-11"
        >
          <Ellipsis />
        </Button>
      }
    >
      <MenuItem onSelect={onEdit}>
        <Pencil />
        {words.edit}
      </MenuItem>
      <MenuItem danger onSelect={onRemove}>
        <Trash2 />
        {words.remove}
      </MenuItem>
    </ButtonMenu>
  )
}
