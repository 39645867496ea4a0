import {
  BookOpenText,
  Ellipsis,
  Eye,
  EyeOff,
  FileDown,
  FileInput,
  MessageSquareX,
  Plus,
} from 'lucide-react'
import type { Text } from '@codemirror/state'
import { Suspense } from 'react'
import { errorText } from '../../error-text.ts'
import { lazyExtra } from '../../lib/loading/loaded-part.ts'
import { useStore } from '../../lib/store.ts'
import { messages } from '../../messages.ts'
import { notesMessages, notesPanelMessages as words } from '../../messages/notes.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { Select } from '../../ui/form/select.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { SidePanelHeader } from '../../ui/layout/side-panel-header.tsx'
import { ButtonMenu, MenuItem } from '../../ui/overlay/menu.tsx'
import type { ScopeStore } from '../document/scope/scope-store.ts'
import { useSession } from '../document/session.tsx'
import type { SidePanelProps } from '../document/side-panel.ts'
import { textHash } from '../document/sync/text-hash.ts'
import { textOf } from '../document/text/changes.ts'
import type { WorkingText } from '../document/text/working-text.ts'
import { downloadNotes } from './api/notes.ts'
import { useReadings } from './api/readings.ts'
import { NoteForm } from './note-card.tsx'
import { announcementOf, NoteList } from './note-list.tsx'
import { noteKey } from './note-keys.ts'
import { useNotes } from './notes-context.ts'
import type { NotesControl } from './notes-control.ts'
import type { NoteFilter } from './script-notes.ts'
import { ReadingCards } from './reading-cards.tsx'
import { choiceOf, newChoice, selectionIn } from './reading-choice.ts'
import { type Row, useListedNotes } from './use-listed-notes.ts'

const { commands } = notesMessages

/** The notes on the script beside the page: list, filters, readings, what can be done with them. */
export function NotesPanel(props: SidePanelProps) {
  const { onClose } = props
  const { control, error, refetch } = useNotes()
  const { text } = useSession()
  if (control && text.working && !error)
    return <Notes {...props} control={control} text={text.working} />
  return (
    <>
      <SidePanelHeader
        title={words.title}
        closeLabel={messages.editor.sidePanels.close}
        onClose={onClose}
      />
      <output className="m-auto flex flex-col items-center gap-3 px-6 text-md text-ink-2">
        {error ? (
          <>
            {errorText(error, words.failed)}
            <Button onClick={() => void refetch()}>{messages.common.retry}</Button>
          </>
        ) : (
          <>
            <SpinnerIcon className="size-6 text-accent" />
            {words.loading}
          </>
        )}
      </output>
    </>
  )
}

const ReadDialog = lazyExtra(async () => (await import('./read-dialog.tsx')).ReadDialog)

/** What prompts are about, as a part of this text. */
function targetIn(scope: ScopeStore, doc: Text) {
  const found = scope.in(doc)
  return found && { start: found.start, end: found.end }
}

type NotesProps = SidePanelProps & {
  control: NotesControl
  text: WorkingText
}

function Notes({ workId, control, text, onPage, onClose }: NotesProps) {
  const { rows, names, open, count, current, filter, isLoaded, scenes } = useListedNotes(
    control.notes,
    text,
  )
  const { userId, text: stored, scope } = useSession()
  const { readings, readAgain } = useReadings(workId)
  const reading = useStore(control.reading)
  const adding = useStore(control.adding)
  return (
    <>
      <SidePanelHeader
        title={words.title}
        note={isLoaded ? words.openCount(open) : undefined}
        closeLabel={messages.editor.sidePanels.close}
        onClose={onClose}
      >
        <IconButton
          icon={Plus}
          label={notesMessages.add}
          title={`${notesMessages.add} (${noteKey('add')})`}
          onClick={() => onPage((page) => control.onAdd(page.selected()))}
        />
        <MoreMenu workId={workId} control={control} rows={rows} />
      </SidePanelHeader>
      <div className="grid px-3 pb-2">
        <Button
          onClick={() => control.reading.set(newChoice(scenes))}
          className="justify-self-stretch"
        >
          <BookOpenText />
          {words.readScript}
        </Button>
      </div>
      <ReadingCards
        readings={readings}
        onEnded={readAgain}
        onGoOn={(ended) => control.reading.set(choiceOf(ended, scenes, textOf(text.doc)))}
      />
      {adding && (
        <div className="mx-3 mb-2 rounded-md border border-accent bg-sheet px-3 py-2.5">
          <NoteForm
            key={`${adding.start} ${adding.end}`}
            label={words.form.label}
            quote={adding.quote}
            body={control.typed}
            onTyped={control.onTyped}
            onSave={(body) => control.add(body)}
            onCancel={() => control.adding.set(null)}
          />
        </div>
      )}
      {count > 0 && (
        <Filters names={names} filter={filter} onFilter={(next) => control.notes.setFilter(next)} />
      )}
      {rows.length > 0 ? (
        <NoteList
          rows={rows}
          current={current}
          control={control}
          onGo={(note) => {
            if (note.author === 'text') onPage((page) => page.reveal(note))
            else control.goTo(note.id, { onPage })
          }}
        />
      ) : (
        isLoaded &&
        !adding && (
          <Empty
            isFiltered={count > 0}
            onAll={() => control.notes.setFilter({ who: null, state: 'all' })}
          />
        )
      )}
      <output className="sr-only">{announcementOf(rows, current)}</output>
      {reading && (
        <Suspense>
          <ReadDialog
            userId={userId}
            workId={workId}
            choice={reading}
            onChoice={control.reading.set}
            scenes={scenes}
            hasSelection={reading.selection !== null || scope.snapshot().current !== null}
            onStored={async () => {
              const { doc } = await stored.storedBase()
              const written = textOf(doc)
              const target = reading.selection
                ? selectionIn(reading.selection, written)
                : targetIn(scope, doc)
              return { textHash: await textHash(written), target }
            }}
            onStarted={readAgain}
            onClose={() => control.reading.set(null)}
          />
        </Suspense>
      )}
    </>
  )
}

type MoreMenuProps = { workId: string; control: NotesControl; rows: readonly Row[] }

/** What is done with all notes that are listed. */
function MoreMenu({ workId, control, rows }: MoreMenuProps) {
  const { title, text } = useSession()
  async function exportPdf(): Promise<void> {
    try {
      await text.storedBase()
      await downloadNotes(workId, title)
    } catch (error) {
      showToast({ title: errorText(error, words.menu.exportFailed), kind: 'error' })
    }
  }

  const isHidden = useStore(control.isHidden)
  const open = rows.flatMap((row) =>
    row.kind === 'note' && row.note.author !== 'text' && row.note.state === 'open'
      ? [row.note.id]
      : [],
  )
  const isNone = open.length === 0
  return (
    <ButtonMenu button={<IconButton icon={Ellipsis} label={words.more} />}>
      <MenuItem disabled={rows.length === 0} onSelect={() => void exportPdf()}>
        <FileDown />
        {words.menu.pdf}
      </MenuItem>
      <MenuItem disabled={isNone} onSelect={() => control.putIntoText(open)}>
        <FileInput />
        {words.menu.intoText}
      </MenuItem>
      <MenuItem disabled={isNone} onSelect={() => control.dismissAll(open)}>
        <MessageSquareX />
        {words.menu.dismissAll}
      </MenuItem>
      <MenuItem onSelect={control.toggleHidden}>
        {isHidden ? <Eye /> : <EyeOff />}
        {isHidden ? commands.unhide : commands.hide}
      </MenuItem>
    </ButtonMenu>
  )
}

type FiltersProps = {
  names: readonly (readonly [string, string])[]
  filter: NoteFilter
  onFilter: (filter: Partial<NoteFilter>) => void
}

const states = ['open', 'done', 'dismissed', 'all'] as const

function Filters({ names, filter, onFilter }: FiltersProps) {
  return (
    <fieldset aria-label={words.filters} className="flex min-w-0 gap-2 px-3 pb-2">
      <span className="min-w-0 flex-1 [&>span]:flex">
        <Select
          aria-label={words.reader}
          value={filter.who ?? ''}
          onChange={({ target }) => onFilter({ who: target.value === '' ? null : target.value })}
          className="h-8 w-full truncate text-sm"
        >
          <option value="">{words.everybody}</option>
          {names.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </span>
      <Select
        aria-label={words.state}
        value={filter.state}
        onChange={({ target }) => {
          const state = states.find((each) => each === target.value)
          if (state) onFilter({ state })
        }}
        className="h-8 text-sm"
      >
        {states.map((state) => (
          <option key={state} value={state}>
            {words.states[state]}
          </option>
        ))}
      </Select>
    </fieldset>
  )
}

function Empty({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  if (isFiltered)
    return (
      <div className="m-auto flex flex-col items-center gap-3 px-6 text-md text-ink-2">
        {words.noneMatch}
        <Button size="sm" onClick={onAll}>
          {words.showAll}
        </Button>
      </div>
    )
  return (
    <div className="m-auto grid max-w-72 justify-items-center gap-2 px-6 text-center">
      <BookOpenText className="size-7 text-ink-2" />
      <p className="text-base font-semibold">{words.empty.title}</p>
      <p className="text-md text-ink-2">{words.empty.text}</p>
    </div>
  )
}
