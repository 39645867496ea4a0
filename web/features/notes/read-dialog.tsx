import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { FlaskConical, Pencil, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { RequestError } from '../../lib/backend/request-error.ts'
import { errorText } from '../../error-text.ts'
import { messages } from '../../messages.ts'
import { notesPanelMessages } from '../../messages/notes.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Dialog, FormActions, DialogContent } from '../../ui/overlay/dialog.tsx'
import { ownReadersQuery } from './api/own-readers.ts'
import { demoQuery } from '../document/demo-model.ts'
import { costOf, type ReadingPlan, startReading } from './api/readings.ts'
import { OwnReaderForm } from './own-reader-form.tsx'
import { NEW_READER, newChoice, type ReadingChoice } from './reading-choice.ts'
import type { SceneName } from './use-listed-notes.ts'

const { reading: words, readers, about, ownReader } = notesPanelMessages

type Everybodys = keyof typeof readers
const everybodys = Object.keys(readers) as Everybodys[]

type ReadDialogProps = {
  userId: string
  workId: string
  choice: ReadingChoice
  onChoice: (choice: ReadingChoice) => void
  scenes: readonly SceneName[]
  /** Whether a part of the text can be read alone. */
  hasSelection: boolean
  /** The text, once the server has everything that was typed, and the selected part of it. */
  onStored: () => Promise<Pick<ReadingPlan, 'textHash' | 'target'>>
  onStarted: () => Promise<unknown>
  onClose: () => void
}

/** Who reads the script, which part of it, and what that costs. */
export function ReadDialog(props: ReadDialogProps) {
  const { choice, onChoice } = props
  const { edited } = choice
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || props.onClose()}>
      <DialogContent
        title={edited === null ? words.title : edited.id === '' ? ownReader.create : ownReader.edit}
        {...(edited === null && { description: words.description })}
        closeLabel={messages.common.close}
        className="w-[min(34rem,calc(100vw-2rem))]"
      >
        {edited === null ? (
          <ReadForm {...props} />
        ) : (
          <OwnReaderForm
            userId={props.userId}
            reader={edited}
            onTyped={(typed) => onChoice({ ...choice, edited: { ...edited, ...typed } })}
            onDone={(id) => {
              const isGone = id === null && choice.reader === edited.id
              const reader = id ?? (isGone ? newChoice(props.scenes).reader : choice.reader)
              onChoice({ ...choice, reader, edited: null })
            }}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

function ReadForm(props: ReadDialogProps) {
  const { workId, choice, onStored } = props
  const { reader, what, from, to, again } = choice
  const choose = (part: Partial<ReadingChoice>) => props.onChoice({ ...choice, ...part })
  const { data: isDemo } = useQuery(demoQuery)
  async function plan(): Promise<ReadingPlan> {
    const { textHash, target } = await onStored()
    if (what === 'selection' && !target) throw new RequestError(words.selectionGone)
    return {
      workId,
      reader,
      textHash,
      again,
      scenes: what === 'scenes' ? range(from, to) : null,
      target: what === 'selection' ? target : null,
    }
  }
  const cost = useQuery({
    queryKey: ['notes', 'cost', workId, reader, what, from, to, again] as const,
    queryFn: async ({ signal }) => costOf(await plan(), signal),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const start = useMutation({
    mutationFn: async () => {
      await startReading(await plan())
      await props.onStarted()
      props.onClose()
    },
    // Fail at once when offline instead of pausing until the connection is back.
    networkMode: 'always',
  })
  const { calls, left = 0, scenes: count = 0 } = cost.data ?? {}
  const isTooMuch = calls !== undefined && calls > left
  const isNothing = calls === 0

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate()
      }}
      className="grid gap-5"
    >
      {isDemo && (
        <p className="flex items-start gap-2 rounded-md bg-sunk px-3 py-2 text-sm">
          <FlaskConical className="mt-0.5 size-4 shrink-0 text-accent" />
          {words.demo}
        </p>
      )}
      <Readers userId={props.userId} reader={reader} choose={choose} />
      <Parts {...props} choose={choose} />
      {(isNothing || again) && (
        <Checkbox
          label={words.again}
          checked={again}
          onChange={(isAgain) => choose({ again: isAgain })}
        />
      )}
      <div aria-live="polite" className="min-h-11 text-md">
        {cost.error ? (
          <FailureNote>{errorText(cost.error, words.failed)}</FailureNote>
        ) : calls === undefined ? (
          <p className="text-ink-2">{words.counting}</p>
        ) : isNothing ? (
          <p className="text-ink-2">{words.nothing}</p>
        ) : isTooMuch ? (
          <FailureNote>{words.tooMany(calls, left)}</FailureNote>
        ) : (
          <p>
            {words.cost(calls, left)} <span className="text-ink-2">{words.scenesRead(count)}</span>
          </p>
        )}
        {start.error && <FailureNote>{errorText(start.error, words.failed)}</FailureNote>}
      </div>
      <FormActions
        className="mt-0"
        cancel={words.cancel}
        onCancel={props.onClose}
        submit={start.isPending ? words.starting : words.start}
        busy={start.isPending}
        disabled={isNothing || isTooMuch || calls === undefined || cost.error !== null}
      />
    </form>
  )
}

type Choose = { choose: (part: Partial<ReadingChoice>) => void }

/** Who reads it. */
function Readers({ userId, reader, choose }: Choose & { userId: string; reader: string }) {
  const { data: own = [] } = useQuery(ownReadersQuery(userId))
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1.5 text-md font-medium">{words.who}</legend>
      {everybodys.map((id) => (
        <Choice
          key={id}
          name="reader"
          label={readers[id]}
          hint={about[id]}
          isChosen={reader === id}
          onChoose={() => choose({ reader: id })}
        />
      ))}
      {own.map((one) => (
        <Choice
          key={one.id}
          name="reader"
          label={one.name}
          hint={one.text}
          isChosen={reader === one.id}
          onChoose={() => choose({ reader: one.id })}
        >
          {one.isOwn && (
            <IconButton
              icon={Pencil}
              label={ownReader.editOf(one.name)}
              onClick={() => choose({ edited: one })}
              className="-my-1 size-8"
            />
          )}
        </Choice>
      ))}
      <Button
        variant="ghost"
        size="sm"
        onClick={() => choose({ edited: NEW_READER })}
        className="mt-1 justify-self-start"
      >
        <Plus />
        {words.newReader}
      </Button>
    </fieldset>
  )
}

/** Which part of it. */
function Parts({ choice, scenes, hasSelection, choose }: Choose & ReadDialogProps) {
  const { what, from, to } = choice
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1.5 text-md font-medium">{words.what}</legend>
      <Choice
        name="what"
        label={words.whole}
        isChosen={what === 'whole'}
        onChoose={() => choose({ what: 'whole' })}
      />
      {scenes.length > 1 && (
        <Choice
          name="what"
          label={words.scenes}
          isChosen={what === 'scenes'}
          onChoose={() => choose({ what: 'scenes' })}
        />
      )}
      {what === 'scenes' && (
        <div className="grid gap-2 pb-1 pl-8 sm:grid-cols-2">
          <SceneSelect
            label={words.from}
            scenes={scenes}
            value={from}
            onValue={(first) => choose({ from: first, to: Math.max(first, to) })}
          />
          <SceneSelect
            label={words.to}
            scenes={scenes}
            value={to}
            onValue={(last) => choose({ from: Math.min(last, from), to: last })}
          />
        </div>
      )}
      {hasSelection && (
        <Choice
          name="what"
          label={words.selection}
          hint={
            choice.selection
              ? words.sameSelection(choice.selection.from.words)
              : words.selectionHint
          }
          isChosen={what === 'selection'}
          onChoose={() => choose({ what: 'selection' })}
        />
      )}
    </fieldset>
  )
}

type ChoiceProps = {
  name: string
  label: string
  hint?: string
  isChosen: boolean
  onChoose: () => void
  children?: ReactNode
}

function Choice({ name, label, hint, isChosen, onChoose, children }: ChoiceProps) {
  const hintId = useId()
  return (
    <div className="flex items-start gap-1 rounded-sm px-1.5 py-1 has-checked:bg-sunk">
      <label className="flex min-w-0 flex-1 cursor-pointer items-start gap-2.5 text-md touch:py-1.5">
        <input
          type="radio"
          name={name}
          checked={isChosen}
          aria-label={label}
          aria-describedby={hint ? hintId : undefined}
          onChange={onChoose}
          className="mt-[0.2em] size-4.5 shrink-0 cursor-pointer accent-accent"
        />
        <span className="grid min-w-0">
          <span className="truncate">{label}</span>
          {hint && (
            <span id={hintId} className="line-clamp-2 text-sm text-ink-2">
              {hint}
            </span>
          )}
        </span>
      </label>
      {children}
    </div>
  )
}

type SceneSelectProps = {
  label: string
  scenes: readonly SceneName[]
  /** From 1. */
  value: number
  onValue: (value: number) => void
}

function SceneSelect({ label, scenes, value, onValue }: SceneSelectProps) {
  return (
    <span className="min-w-0 [&>span]:flex">
      <Select
        aria-label={label}
        value={value}
        onChange={({ target }) => onValue(Number(target.value))}
        className="w-full truncate text-sm"
      >
        {scenes.map(({ number, heading, start }, index) => (
          <option key={start} value={index + 1}>
            {notesPanelMessages.scene(number, heading)}
          </option>
        ))}
      </Select>
    </span>
  )
}
