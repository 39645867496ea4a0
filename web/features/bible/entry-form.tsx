import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type StoryKind, storyKinds } from '../../../contract/reading.ts'
import { reasonOf } from '../../error-text.ts'
import { bibleMessages as words } from '../../messages/bible.ts'
import { Button } from '../../ui/button/button.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Textarea } from '../../ui/form/textarea.tsx'
import { type Entry, type EntryFields, isFull, isNameTaken } from './api/bible.ts'
import { type FieldName, keptEntry, NAMES, type TypedEntry } from './kept-entry.ts'
import { plainName } from '../../../contract/plain-name.ts'

const typedOf = ({ kind, name, aliases, body }: EntryFields): TypedEntry => ({
  kind,
  name,
  aliases: aliases.join(', '),
  body,
})

const aliasesOf = (typed: string): string[] => [
  ...new Map(
    typed
      .split(/[,\n]/)
      .map(plainName)
      .filter((each) => each !== '')
      .map((each) => [each.toLowerCase(), each]),
  ).values(),
]

const fieldsOf = ({ kind, name, aliases, body }: TypedEntry): EntryFields => ({
  kind,
  name: plainName(name),
  aliases: aliasesOf(aliases),
  body: body.trimEnd(),
})

/** What was typed here and what it was typed over, put together with what the entry has become elsewhere. */
function mergedEntry(base: TypedEntry, mine: TypedEntry, theirs: TypedEntry) {
  const conflicts = NAMES.filter(
    (name) =>
      mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name],
  )
  const chosen = (name: FieldName) => (mine[name] === base[name] ? theirs : mine)
  return {
    conflicts,
    merged: {
      kind: chosen('kind').kind,
      name: chosen('name').name,
      aliases: chosen('aliases').aliases,
      body: chosen('body').body,
    } satisfies TypedEntry,
  }
}

function faultOf({ name, aliases }: EntryFields): { field: FieldName; message: string } | null {
  if (name === '') return { field: 'name', message: words.nameMissing }
  if (aliases.length > 20) return { field: 'aliases', message: words.tooManyAliases }
  if (aliases.some((each) => each.length > 100))
    return { field: 'aliases', message: words.aliasTooLong }
  return null
}

type EntryFormProps = {
  userId: string
  /** The id of the entry, or what stands for the new one. */
  id: string
  /** As it is now; null for a new one, and for one that was deleted elsewhere. */
  entry: (EntryFields & Pick<Entry, 'id' | 'updated_at'>) | null
  kind: StoryKind
  /** What cannot be changed. */
  fixed?: readonly ('kind' | 'name')[]
  saveLabel?: string
  /** Null if it was changed elsewhere meanwhile; then the entry of the next render is the new one. */
  onSave: (fields: EntryFields, over: Pick<Entry, 'id' | 'updated_at'> | null) => Promise<unknown>
  onClose: () => void
}

/** Edits an entry in its place. */
export function EntryForm(props: EntryFormProps) {
  const { userId, id, entry, kind, fixed = [], saveLabel = words.save, onSave, onClose } = props
  const key = keptEntry.key(userId, id)
  const [opened] = useState(() => keptEntry.read(key))
  const nothing = { kind, name: '', aliases: '', body: '' }
  const [base, setBase] = useState(() => opened?.base ?? (entry && typedOf(entry)))
  const [updatedAt, setUpdatedAt] = useState(() => opened?.updatedAt ?? entry?.updated_at ?? null)
  const [typed, setTyped] = useState(() => opened?.typed ?? (entry ? typedOf(entry) : nothing))
  const [theirs, setTheirs] = useState<Partial<TypedEntry>>({})
  const [fault, setFault] = useState<{ field: FieldName | null; message: string } | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  if (entry && base && entry.updated_at !== updatedAt) {
    const now = typedOf(entry)
    const { merged, conflicts } = mergedEntry(base, typed, now)
    setUpdatedAt(entry.updated_at)
    setBase(now)
    setTyped(merged)
    setTheirs(Object.fromEntries(conflicts.map((name) => [name, now[name]])))
  }
  const wasDeleted = entry === null && base !== null
  const isChanged = NAMES.some((name) => typed[name] !== (base ?? nothing)[name])
  useEffect(() => {
    keptEntry.write(key, isChanged ? { typed, base, updatedAt } : null)
  }, [key, isChanged, typed, base, updatedAt])

  const type = (change: Partial<TypedEntry>) => {
    setFault(null)
    setTyped((before) => ({ ...before, ...change }))
  }
  function close(): void {
    keptEntry.write(key, null)
    onClose()
  }
  function fail(field: FieldName | null, message: string): void {
    setFault({ field, message })
    if (field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  async function save(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    const fields = fieldsOf(typed)
    const wrong = faultOf(fields)
    if (isSaving) return
    if (wrong) return fail(wrong.field, wrong.message)
    if (!isChanged && !wasDeleted && saveLabel === words.save) return close()
    setIsSaving(true)
    setFault(null)
    try {
      const over = entry && updatedAt !== null ? { id: entry.id, updated_at: updatedAt } : null
      if ((await onSave(fields, over)) !== null) close()
    } catch (error) {
      if (isNameTaken(error)) fail('name', words.nameTaken)
      else if (isFull(error)) fail(null, words.full)
      else fail(null, words.saveFailed(reasonOf(error)))
    } finally {
      setIsSaving(false)
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      // The panel stays open; what was typed is kept.
      event.preventDefault()
      onClose()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.stopPropagation()
      void save()
    }
  }
  const errorOf = (field: FieldName) => (fault?.field === field ? fault.message : undefined)
  const conflicts = NAMES.filter((name) => theirs[name] !== undefined)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields
    <form
      ref={form}
      noValidate
      aria-label={entry ? words.edit(entry.name) : words.new}
      onSubmit={(event) => void save(event)}
      onKeyDown={onKeyDown}
      className="grid gap-3"
    >
      {wasDeleted && <FailureNote>{words.deletedElsewhere}</FailureNote>}
      {conflicts.map((name) => (
        <Conflict
          key={name}
          theirs={name === 'kind' && theirs.kind ? words.kinds[theirs.kind] : theirs[name]}
          onDecided={(isTheirs) => {
            if (isTheirs) setTyped((before) => ({ ...before, [name]: theirs[name] }))
            setTheirs(({ [name]: _theirs, ...others }) => others)
          }}
        />
      ))}
      <div className="grid grid-cols-[1fr_auto] items-end gap-2">
        <Field label={words.name} error={errorOf('name')}>
          <Input
            name="name"
            value={typed.name}
            maxLength={100}
            autoComplete="off"
            dir="auto"
            readOnly={fixed.includes('name')}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by its button
            autoFocus
            onChange={({ target }) => type({ name: target.value })}
          />
        </Field>
        <KindField
          kind={typed.kind}
          isFixed={fixed.includes('kind')}
          onKind={(chosen) => type({ kind: chosen })}
        />
      </div>
      <Field label={words.aliases} hint={words.aliasesHint} error={errorOf('aliases')}>
        <Input
          name="aliases"
          value={typed.aliases}
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => type({ aliases: target.value })}
        />
      </Field>
      <Field label={words.body}>
        <Textarea
          name="body"
          value={typed.body}
          rows={4}
          maxLength={4000}
          dir="auto"
          onChange={({ target }) => type({ body: target.value })}
          className="field-sizing-content max-h-90 min-h-24"
        />
      </Field>
      <div aria-live="polite" className="empty:hidden">
        {fault && fault.field === null && <FailureNote>{fault.message}</FailureNote>}
      </div>
      <div className="flex items-center gap-2">
        <Button type="submit" variant="primary" size="sm" busy={isSaving}>
          {saveLabel}
        </Button>
        <Button variant="ghost" size="sm" onClick={close}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

type ConflictProps = { theirs: string | undefined; onDecided: (isTheirs: boolean) => void }

/** What a field has become elsewhere. */
function Conflict({ theirs, onDecided }: ConflictProps) {
  return (
    <div role="alert" className="grid gap-2 rounded-sm bg-warn-wash p-2.5 text-sm">
      <p>{words.changedElsewhere}</p>
      <p className="max-h-40 overflow-y-auto font-medium whitespace-pre-wrap wrap-anywhere">
        {theirs}
      </p>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => onDecided(true)}>
          {words.takeTheirs}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onDecided(false)}>
          {words.keepMine}
        </Button>
      </div>
    </div>
  )
}

type KindFieldProps = { kind: StoryKind; isFixed: boolean; onKind: (kind: StoryKind) => void }

function KindField({ kind, isFixed, onKind }: KindFieldProps) {
  return (
    <Field label={words.kind} hideLabel className="self-start pt-[1.625rem]">
      <Select
        name="kind"
        value={kind}
        disabled={isFixed}
        onChange={({ target }) => {
          const chosen = storyKinds.find((each) => each === target.value)
          if (chosen) onKind(chosen)
        }}
      >
        {storyKinds.map((each) => (
          <option key={each} value={each}>
            {words.kinds[each]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
