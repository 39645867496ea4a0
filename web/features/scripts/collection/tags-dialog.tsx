import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { errorText } from '../../../error-text.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { collectionMessages } from '../../../messages/collection.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts'
import { Input } from '../../../ui/form/input.tsx'
import { Dialog, DialogActions, DialogContent } from '../../../ui/overlay/dialog.tsx'
import type { SavedScript } from '../api/saved-scripts.ts'
import {
  type Tag,
  type TagColor,
  tagsQuery,
  useCreateTag,
  useDeleteTag,
  useRenameTag,
  useTagScripts,
} from '../api/tags.ts'
import { TagDot, tagColors } from './tag-chip.tsx'
import { plainName } from '../../../../contract/plain-name.ts'
import { giveFocus } from '../../../lib/focus.ts'

const { tags: words, cancel, close } = collectionMessages
const colorNames = Object.keys(tagColors) as TagColor[]

/** Maximum length of a tag's name. */
const NAME_CHARACTERS = 40

function failureOf(error: unknown): string {
  if (error instanceof RequestError && error.code === '23505') return words.taken
  if (error instanceof RequestError && error.message === 'too_many_tags') return words.tooMany
  return errorText(error, words.failed)
}

type TagsDialogProps = { userId: string; scripts: readonly SavedScript[]; onClose: () => void }

/** Puts tags on scripts, or takes them off; makes, renames and deletes tags. Every change is stored at once. */
export function TagsDialog({ userId, scripts, onClose }: TagsDialogProps) {
  const { data: tags = [] } = useQuery(tagsQuery(userId))
  const tagging = useTagScripts(userId)
  const deletion = useDeleteTag(userId)
  const renaming = useRenameTag(userId)
  const failed = tagging.error ?? renaming.error ?? deletion.error
  const title = scripts.length === 1 ? words.title : words.of(scripts.length)
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={title}
        {...(scripts.length === 1 && scripts[0] && { description: scripts[0].title })}
        closeLabel={close}
        // Escape leaves the field of a name, not the dialog.
        onEscapeKeyDown={(event) => {
          if (document.activeElement?.hasAttribute('data-takes-escape')) event.preventDefault()
        }}
      >
        {tags.length === 0 && <p className="text-md text-ink-2">{words.none}</p>}
        <ul className="-mx-2 max-h-[40vh] overflow-y-auto">
          {tags.map((tag) => (
            <TagRow
              key={tag.id}
              tag={tag}
              tagged={
                scripts.filter((script) => script.tags.some(({ tag_id }) => tag_id === tag.id))
                  .length
              }
              of={scripts.length}
              onChange={(isOn) => tagging.mutate({ tagId: tag.id, scripts, isOn })}
              onRename={(name) => renaming.mutate({ tag, name })}
              onDelete={() => deletion.mutate(tag.id)}
            />
          ))}
        </ul>
        <div aria-live="polite" className="mt-3 empty:hidden">
          {failed && <FailureNote>{failureOf(failed)}</FailureNote>}
        </div>
        <NewTag
          userId={userId}
          used={tags.length}
          onCreated={(tag) => tagging.mutate({ tagId: tag.id, scripts, isOn: true })}
        />
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            {words.done}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}

type TagRowProps = {
  tag: Tag
  /** How many of how many scripts have it. */
  tagged: number
  of: number
  onChange: (isOn: boolean) => void
  onRename: (name: string) => void
  onDelete: () => void
}

function TagRow({ tag, tagged, of, onChange, onRename, onDelete }: TagRowProps) {
  const box = useRef<HTMLInputElement>(null)
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown')
  /** The button that was pressed is gone, so its row takes the focus. */
  function leave(): void {
    setMode('shown')
    requestAnimationFrame(() => giveFocus(box.current))
  }
  if (mode === 'renaming')
    return (
      <RenamedTag
        tag={tag}
        onClose={leave}
        onName={(name) => {
          leave()
          if (name !== tag.name) onRename(name)
        }}
      />
    )
  if (mode === 'deleting')
    return (
      <li className="flex flex-wrap items-center justify-end gap-2 rounded-sm bg-sunk px-2 py-1">
        <p role="alert" className="min-w-0 flex-1 basis-40 text-md wrap-anywhere max-sm:basis-full">
          {words.removeQuestion(tag.name)}
        </p>
        <Button size="sm" onClick={leave} ref={focusOnMount}>
          {cancel}
        </Button>
        <Button size="sm" className="text-bad" onClick={onDelete}>
          {words.removeConfirm}
        </Button>
      </li>
    )
  return (
    <li className="flex items-center rounded-sm px-2 hover:bg-sunk">
      <label className="flex min-h-9 min-w-0 flex-1 cursor-pointer items-center gap-2.5 text-md touch:min-h-11">
        <input
          ref={(input) => {
            box.current = input
            if (input) input.indeterminate = tagged > 0 && tagged < of
          }}
          type="checkbox"
          checked={of > 0 && tagged === of}
          onChange={({ target }) => onChange(target.checked)}
          className="size-4.5 shrink-0 cursor-pointer accent-accent touch:size-6"
        />
        <TagDot color={tag.color} />
        <span dir="auto" className="truncate">
          {tag.name}
        </span>
      </label>
      <IconButton
        icon={Pencil}
        label={words.rename(tag.name)}
        onClick={() => setMode('renaming')}
      />
      <IconButton
        icon={Trash2}
        label={words.remove(tag.name)}
        onClick={() => setMode('deleting')}
        className="not-disabled:hover:text-bad"
      />
    </li>
  )
}

type RenamedTagProps = { tag: Tag; onName: (name: string) => void; onClose: () => void }

function RenamedTag({ tag, onName, onClose }: RenamedTagProps) {
  const [name, setName] = useState(tag.name)
  return (
    <li className="rounded-sm bg-sunk px-2 py-1">
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (plainName(name) !== '') onName(plainName(name))
        }}
      >
        <TagDot color={tag.color} />
        <Input
          ref={focusOnMount}
          aria-label={words.newName}
          value={name}
          maxLength={NAME_CHARACTERS}
          onChange={({ target }) => setName(target.value)}
          onFocus={({ target }) => target.select()}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onClose()
          }}
          data-takes-escape=""
          className="min-w-0 flex-1"
        />
        <Button type="submit" size="sm" disabled={plainName(name) === ''}>
          {words.save}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {cancel}
        </Button>
      </form>
    </li>
  )
}

type NewTagProps = { userId: string; used: number; onCreated: (tag: Tag) => void }

function NewTag({ userId, used, onCreated }: NewTagProps) {
  const group = useId()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<TagColor>()
  const [isBlank, setIsBlank] = useState(false)
  const { mutate, isPending, error } = useCreateTag(userId)
  // A tag gets a colour of its own as long as there are enough.
  const color = chosen ?? colorNames[used % colorNames.length] ?? 'red'
  const failure = isBlank ? words.emptyName : error ? failureOf(error) : undefined
  return (
    <form
      className="mt-4 flex flex-col gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        setIsBlank(plainName(name) === '')
        if (plainName(name) === '') return
        mutate(
          { name, color },
          {
            onSuccess: (tag) => {
              setName('')
              setChosen(undefined)
              onCreated(tag)
            },
          },
        )
      }}
    >
      <div className="flex items-end gap-2">
        <Field label={words.name} error={failure} className="min-w-0 flex-1">
          <Input
            value={name}
            maxLength={NAME_CHARACTERS}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Button type="submit" busy={isPending} className={failure ? 'self-center' : undefined}>
          {words.add}
        </Button>
      </div>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{words.color}</legend>
        {colorNames.map((each) => (
          <label
            key={each}
            className="relative flex size-9 cursor-pointer items-center justify-center rounded-full border-2 border-transparent has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent touch:size-11"
          >
            <input
              type="radio"
              name={group}
              aria-label={words.colors[each]}
              checked={color === each}
              onChange={() => setChosen(each)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <i aria-hidden="true" className={`size-5 rounded-full ${tagColors[each]}`} />
          </label>
        ))}
      </fieldset>
    </form>
  )
}
