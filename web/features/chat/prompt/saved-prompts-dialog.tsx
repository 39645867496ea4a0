import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { MOST, PROMPT_CHARACTERS } from '../../../../contract/limits.ts'
import { errorText } from '../../../error-text.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { messages } from '../../../messages.ts'
import { savedPromptMessages as words } from '../../../messages/saved-prompts.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { focusOnMount, submitByKeys, useFocusInvalid } from '../../../ui/form/focus-on-mount.ts'
import { Input } from '../../../ui/form/input.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { Dialog, DialogActions, FormActions, DialogContent } from '../../../ui/overlay/dialog.tsx'
import {
  type SavedPrompt,
  useDeletePrompt,
  useSavedPromptChanges,
  useSavedPrompts,
  useSavePrompt,
} from '../api/saved-prompts.ts'
import { PromptLine } from './picker-options.tsx'
import { promptsNamed } from './prompt-picker.ts'
import { plainName } from '../../../../contract/plain-name.ts'

/** Maximum length of a saved prompt's name. */
const NAME_CHARACTERS = MOST.savedPromptNameCharacters
/** From how many on the list can be searched. */
const MANY = 8

function failureOf(error: unknown): string {
  if (error instanceof RequestError && error.code === '23505') return words.taken
  if (error instanceof RequestError && error.code === '42501') return words.notAllowed
  if (error instanceof RequestError && error.message === 'too_many_prompts') return words.tooMany
  return errorText(error, words.saveFailed)
}

type SavedPromptsDialogProps = {
  userId: string
  isAdmin: boolean
  /** What is in the prompt now. */
  prompt: string
  onInsert: (text: string) => void
  onClose: () => void
  /** Where the focus goes after one was inserted. */
  focusPrompt: () => void
}

/** Inserts, saves, changes and deletes prompts; an administrator saves some for everybody. */
export function SavedPromptsDialog(props: SavedPromptsDialogProps) {
  const { userId, isAdmin, prompt, onInsert, onClose, focusPrompt } = props
  const [edited, setEdited] = useState<Partial<SavedPrompt>>()
  const wasInserted = useRef(false)
  useSavedPromptChanges(userId)
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={messages.promptTools.saved}
        description={words.description}
        closeLabel={messages.common.close}
        onEscapeKeyDown={(event) => {
          // Back to the list; and the first press clears the search.
          const { target } = event
          const isSearching = target instanceof HTMLInputElement && target.type === 'search'
          if (edited || (isSearching && target.value !== '')) event.preventDefault()
          setEdited(undefined)
        }}
        onCloseAutoFocus={(event) => {
          if (!wasInserted.current) return
          event.preventDefault()
          focusPrompt()
        }}
      >
        {edited ? (
          <PromptForm
            userId={userId}
            isAdmin={isAdmin}
            saved={edited}
            onDone={() => setEdited(undefined)}
          />
        ) : (
          <PromptList
            userId={userId}
            isAdmin={isAdmin}
            prompt={prompt}
            onEdit={setEdited}
            onInsert={(text) => {
              wasInserted.current = true
              onInsert(text)
              onClose()
            }}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

type PromptListProps = Pick<
  SavedPromptsDialogProps,
  'userId' | 'isAdmin' | 'prompt' | 'onInsert'
> & { onEdit: (prompt: Partial<SavedPrompt>) => void }

function PromptList({ userId, isAdmin, prompt, onInsert, onEdit }: PromptListProps) {
  const { data, error } = useSavedPrompts(userId, true)
  const deletion = useDeletePrompt(userId)
  const [search, setSearch] = useState('')
  const found = promptsNamed(data ?? [], search)
  return (
    <>
      {(data?.length ?? 0) >= MANY && (
        <SearchBox
          label={words.search}
          clearLabel={words.clearSearch}
          value={search}
          onChange={setSearch}
          hasShortcut={false}
          className="mb-3"
        />
      )}
      {error && !data ? (
        <div role="alert">
          <FailureNote>{errorText(error, words.failed)}</FailureNote>
        </div>
      ) : !data ? (
        <output className="flex items-center gap-2 text-md text-ink-2">
          <SpinnerIcon className="size-5 text-accent" />
          {words.loading}
        </output>
      ) : (
        found.length === 0 && (
          <output className="block text-md text-ink-2">
            {data.length === 0 ? words.none : words.noneFound}
          </output>
        )
      )}
      <ul className="-mx-2 max-h-[50dvh] overflow-y-auto">
        {found.map((saved) => (
          <PromptRow
            key={saved.id}
            saved={saved}
            isOwn={saved.user_id === userId}
            isAdmin={isAdmin}
            onInsert={() => onInsert(saved.text)}
            onEdit={() => onEdit(saved)}
            onDelete={() => deletion.mutate(saved.id)}
          />
        ))}
      </ul>
      <div aria-live="polite" className="mt-3 empty:hidden">
        {deletion.error && (
          <FailureNote>{errorText(deletion.error, words.removeFailed)}</FailureNote>
        )}
      </div>
      <DialogActions>
        <Button onClick={() => onEdit({ text: prompt.trim() })}>
          <Plus />
          {prompt.trim() === '' ? words.add : words.saveThis}
        </Button>
      </DialogActions>
    </>
  )
}

type PromptRowProps = {
  saved: SavedPrompt
  isOwn: boolean
  isAdmin: boolean
  onInsert: () => void
  onEdit: () => void
  onDelete: () => void
}

function PromptRow({ saved, isOwn, isAdmin, onInsert, onEdit, onDelete }: PromptRowProps) {
  const main = useRef<HTMLButtonElement>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  if (isDeleting)
    return (
      <li className="flex flex-wrap items-center justify-end gap-2 rounded-sm bg-sunk px-2 py-1">
        <p role="alert" className="min-w-0 flex-1 basis-40 text-md wrap-anywhere max-sm:basis-full">
          {(saved.shared ? words.removeShared : words.removeQuestion)(saved.name)}
        </p>
        <Button
          size="sm"
          ref={focusOnMount}
          onClick={() => {
            setIsDeleting(false)
            requestAnimationFrame(() => main.current?.focus())
          }}
        >
          {words.cancel}
        </Button>
        <Button size="sm" className="text-bad" onClick={onDelete}>
          {words.removeConfirm}
        </Button>
      </li>
    )
  return (
    <li className="flex items-center rounded-sm px-2 hover:bg-sunk">
      <button
        ref={main}
        type="button"
        title={words.insert}
        onClick={onInsert}
        className="grid min-h-11 min-w-0 flex-1 cursor-pointer py-1.5 text-left"
      >
        <PromptLine prompt={saved} />
      </button>
      {isOwn && (
        <Button variant="ghost" size="icon" aria-label={words.edit(saved.name)} onClick={onEdit}>
          <Pencil />
        </Button>
      )}
      {(isOwn || isAdmin) && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={words.remove(saved.name)}
          onClick={() => setIsDeleting(true)}
          className="not-disabled:hover:text-bad"
        >
          <Trash2 />
        </Button>
      )}
    </li>
  )
}

type PromptFormProps = {
  userId: string
  isAdmin: boolean
  saved: Partial<SavedPrompt>
  onDone: () => void
}

function PromptForm({ userId, isAdmin, saved, onDone }: PromptFormProps) {
  const [name, setName] = useState(saved.name ?? '')
  const [text, setText] = useState(saved.text ?? '')
  const [shared, setShared] = useState(saved.shared ?? false)
  const [problem, setProblem] = useState<{ isEmpty: true }>()
  const { mutate, isPending, error } = useSavePrompt(userId)
  const form = useFocusInvalid(problem)
  const failure = error ? failureOf(error) : undefined
  const missing = (value: string) => (problem && plainName(value) === '' ? words.empty : undefined)
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const isEmpty = plainName(name) === '' || text.trim() === ''
        setProblem(isEmpty ? { isEmpty } : undefined)
        if (isEmpty) return
        const { id } = saved
        const values = { name: plainName(name), text: text.trim(), shared }
        mutate({ ...(id !== undefined && { id }), ...values }, { onSuccess: onDone })
      }}
    >
      <Field label={words.name} hint={words.nameHint} error={missing(name) ?? failure}>
        <Input
          ref={focusOnMount}
          value={name}
          maxLength={NAME_CHARACTERS}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field label={words.text} error={missing(text)}>
        <Textarea
          rows={6}
          value={text}
          maxLength={PROMPT_CHARACTERS}
          onChange={({ target }) => setText(target.value)}
          {...submitByKeys}
        />
      </Field>
      {isAdmin && (
        <Checkbox
          label={words.share}
          hint={words.shareHint}
          checked={shared}
          onChange={setShared}
        />
      )}
      <FormActions
        className="mt-2"
        cancel={words.cancel}
        onCancel={onDone}
        submit={words.save}
        busy={isPending}
      />
    </form>
  )
}
