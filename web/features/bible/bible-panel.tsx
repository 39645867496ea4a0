import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type StoryKind, storyKinds } from '../../../contract/reading.ts'
import type { StoryFact } from '../../../screenplay/model.ts'
import { reasonOf } from '../../error-text.ts'
import { Store, storedChoice, useStore } from '../../lib/store.ts'
import { messages } from '../../messages.ts'
import { bibleMessages as words } from '../../messages/bible.ts'
import { Button } from '../../ui/button/button.tsx'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { SidePanelHeader } from '../../ui/layout/side-panel-header.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useLastShown } from '../../ui/overlay/use-focus-return.ts'
import { useSession } from '../document/session.tsx'
import { exportBible } from '../documents/export/export-bible.ts'
import type { SidePanelProps } from '../document/side-panel.ts'
import { type Bible, type Entry, useBible, useBibleChanges } from './api/bible.ts'
import { useProposals, useProposing } from './api/readings.ts'
import { BibleControl } from './bible-control.ts'
import { BibleMenu, importFile, type Sort } from './bible-menu.tsx'
import { EntryCard } from './entry-card.tsx'
import { Facts } from './facts/facts.tsx'
import { useStoryFacts } from './facts/use-story-facts.ts'
import { EntryForm } from './entry-form.tsx'
import { Proposals } from './proposals.tsx'
import { ReadingPart } from './reading-part.tsx'
import { giveFocus } from '../../lib/focus.ts'

const SORTED = 'script-writer-bible-sort'
const chosenSort = new Store<Sort>(storedChoice.read(SORTED) === 'name' ? 'name' : 'appearance')

function chooseSort(sort: Sort): void {
  storedChoice.write(SORTED, sort)
  chosenSort.set(sort)
}

/** In place of the entries that are loading or could not be loaded. */
function BibleLoading({ bible }: { bible: Bible }) {
  if (bible.error)
    return (
      <div
        role="alert"
        className="m-auto grid justify-items-center gap-3 p-4 text-center text-md text-ink-2"
      >
        {words.loadFailed(reasonOf(bible.error))}
        <Button onClick={() => void bible.refetch()}>{messages.common.retry}</Button>
      </div>
    )
  return (
    <output className="m-auto flex flex-col items-center gap-3 p-4 text-center text-md text-ink-2">
      {bible.isOffline ? (
        words.offline
      ) : (
        <>
          <SpinnerIcon className="size-6 text-accent" />
          {words.loading}
        </>
      )}
    </output>
  )
}

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

function isFound({ name, aliases, body }: Entry, search: string): boolean {
  const text = folded([name, ...aliases, body].join('\n'))
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const byName = new Intl.Collator(undefined, { numeric: true })

/** What is true in the story of a script: read, searched, written; beside the page. */
export function BiblePanel({ workId, onPage, onClose }: SidePanelProps) {
  const { userId, text, title, begin } = useSession()
  const bible = useBible(workId)
  const changes = useBibleChanges(workId)
  const { entries } = bible
  const hasEntries = entries.length > 0
  useEffect(() => {
    // A new script gets its address, at which its bible is found again.
    if (hasEntries) begin()
  }, [hasEntries, begin])
  const [control] = useState(() => new BibleControl(userId, workId))
  useLayoutEffect(() =>
    control.setAround({ onPage, entries, changes, latest: () => text.latest() }),
  )
  const sort = useStore(chosenSort)
  const isLoaded = !bible.isPending && !bible.error
  return (
    <>
      <SidePanelHeader
        title={words.title}
        note={hasEntries ? words.count(entries.length) : undefined}
        closeLabel={messages.editor.sidePanels.close}
        onClose={onClose}
      >
        {isLoaded && (
          <BibleMenu
            sort={sort}
            onSort={chooseSort}
            onExport={hasEntries ? () => void exportBible(workId, title) : undefined}
            onFile={(file) => void importFile(file, (filed) => changes.importAll(filed))}
          />
        )}
        {isLoaded && (
          <Button size="sm" title={words.new} onClick={() => control.edit(control.newId)}>
            <Plus />
            {words.newShort}
          </Button>
        )}
      </SidePanelHeader>
      {isLoaded ? (
        <Entries control={control} workId={workId} entries={entries} />
      ) : (
        <BibleLoading bible={bible} />
      )}
      <RemoveQuestion control={control} onRemove={(entry) => changes.remove(entry)} />
    </>
  )
}

type EntriesProps = { control: BibleControl; workId: string; entries: readonly Entry[] }

/** The entries in their groups, below what a reading proposes. */
function Entries({ control, workId, entries }: EntriesProps) {
  const { userId, text } = useSession()
  const { search, editing } = useStore(control.state)
  const proposals = useProposals(workId)
  const proposing = useProposing(workId)
  const facts = useStoryFacts(text.working, text.doc, entries)
  const { found, sorted } = useSorted(entries, search, facts)
  const list = useRef<HTMLDivElement>(null)
  useWantedFocus(control, list)
  const isNew = editing === control.newId
  // Deleted elsewhere while it is edited here.
  const isLost = editing !== null && !isNew && !entries.some(({ id }) => id === editing)
  const isSearching = search.trim() !== ''
  return (
    <div ref={list} className="min-h-0 flex-1 overflow-y-auto px-3 pb-6">
      {entries.length > 0 && (
        <div className="sticky top-0 z-1 flex gap-2 bg-paper px-1 pb-2">
          <SearchBox
            label={words.search}
            clearLabel={words.clearSearch}
            value={search}
            hasShortcut={false}
            onChange={control.search}
            className="flex-1"
          />
        </div>
      )}
      <output className="sr-only">{isSearching ? words.found(found.length) : ''}</output>
      {editing !== null && (isNew || isLost) && (
        <div className="mx-1 mb-3 rounded-md border border-line bg-sheet p-3 shadow-sheet">
          <Form key={editing} control={control} id={editing} entry={null} />
        </div>
      )}
      {entries.length === 0 && proposals.proposals.length === 0 && !isNew && (
        <div className="mb-4 grid justify-items-start gap-2 px-1 pt-2">
          <p className="text-md font-medium">{words.emptyTitle}</p>
          <p className="text-md text-ink-2">{words.empty}</p>
        </div>
      )}
      {!isSearching && (
        <>
          <ReadingPart {...proposals} proposing={proposing} onStored={text.stored} />
          <Proposals
            userId={userId}
            proposals={proposals.proposals}
            entries={entries}
            proposing={proposing}
            onShow={control.show}
          />
        </>
      )}
      {entries.length > 0 && found.length === 0 && (
        <p className="px-1 pt-2 text-md text-ink-2">{words.noneFound}</p>
      )}
      {storyKinds.map((kind) => {
        const ofKind = sorted.filter((entry) => entry.kind === kind)
        if (ofKind.length === 0) return null
        const cards = ofKind.map((entry) => (
          <CardOf key={entry.id} control={control} entry={entry} fact={facts.get(entry.id)} />
        ))
        return <KindGroup key={kind} kind={kind} cards={cards} />
      })}
    </div>
  )
}

type StoryFacts = ReturnType<typeof useStoryFacts>

function useSorted(entries: readonly Entry[], search: string, facts: StoryFacts) {
  const sort = useStore(chosenSort)
  const found = useMemo(
    () => (search.trim() === '' ? entries : entries.filter((entry) => isFound(entry, search))),
    [entries, search],
  )
  const sorted = useMemo(() => {
    // What the script does not name comes last.
    const entryPlace = ({ id }: Entry) =>
      sort === 'name' ? 0 : (facts.get(id)?.first?.at ?? Number.MAX_SAFE_INTEGER)
    return found.toSorted(
      (one, other) => entryPlace(one) - entryPlace(other) || byName.compare(one.name, other.name),
    )
  }, [found, sort, facts])
  return { found, sorted }
}

/** The button that opened a form is back once it is closed. */
function useWantedFocus({ state }: BibleControl, list: RefObject<HTMLElement | null>): void {
  const wanted = useStore(state, (bible) => bible.wanted)
  useEffect(() => {
    if (!wanted) return
    const card = list.current?.querySelector(`[data-entry="${CSS.escape(wanted.id)}"] button`)
    giveFocus(card ?? list.current?.closest('[data-side-panel]'), { preventScroll: true })
  }, [wanted, list])
}

type FormProps = { control: BibleControl; id: string; entry: Entry | null }

function Form({ control, id, entry }: FormProps) {
  const { userId } = useSession()
  return (
    <EntryForm
      userId={userId}
      id={id}
      entry={entry}
      kind={entry?.kind ?? 'character'}
      onSave={control.save}
      onClose={() => control.stopEditing(id)}
    />
  )
}

type CardOfProps = { control: BibleControl; entry: Entry; fact: StoryFact | undefined }

function CardOf({ control, entry, fact }: CardOfProps) {
  const { id } = entry
  const isEdited = useStore(control.state, ({ editing }) => editing === id)
  const isOpen = useStore(control.state, ({ openId }) => openId === id) || isEdited
  const renaming = useStore(control.state, (bible) =>
    bible.renaming?.id === id ? bible.renaming : null,
  )
  return (
    <EntryCard
      entry={entry}
      isOpen={isOpen}
      onToggle={() => control.toggle(entry)}
      onEdit={() => control.edit(id)}
      onPin={() => void control.pin(entry)}
      onRemove={() => control.askToRemove(entry)}
      onShow={control.show}
      facts={<Facts fact={fact} isCharacter={entry.kind === 'character'} />}
      offer={renaming && <RenameOffer from={renaming.from} onDecided={control.rename} />}
      form={isEdited ? <Form control={control} id={id} entry={entry} /> : null}
    />
  )
}

type RemoveQuestionProps = { control: BibleControl; onRemove: (entry: Entry) => Promise<unknown> }

function RemoveQuestion({ control, onRemove }: RemoveQuestionProps) {
  const removing = useStore(control.state, (bible) => bible.removing)
  const lastRemoving = useLastShown(removing)
  return (
    <ConfirmDialog
      open={removing !== undefined}
      onOpenChange={() => control.askToRemove(undefined)}
      title={words.removeTitle}
      subject={lastRemoving?.name}
      description={words.removeText}
      cancelLabel={words.cancel}
      confirmLabel={words.removeShort}
      danger
      onConfirm={() => (removing ? onRemove(removing) : Promise.resolve())}
      onFailure={(error) => words.removeFailed(reasonOf(error))}
    />
  )
}

type RenameOfferProps = { from: string; onDecided: (isWanted: boolean) => void }

/** After the name of a character was changed here. */
function RenameOffer({ from, onDecided }: RenameOfferProps) {
  return (
    <div role="alert" className="grid gap-2 rounded-sm bg-accent-wash p-2.5 text-sm">
      <p>{words.rename.offer(from)}</p>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => onDecided(true)}>
          {words.rename.submit}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => onDecided(false)}>
          {words.rename.keep}
        </Button>
      </div>
    </div>
  )
}

function KindGroup({ kind, cards }: { kind: StoryKind; cards: readonly React.ReactNode[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-4">
      <h3 id={id} className="flex gap-1.5 px-3 pb-1 text-sm text-ink-2">
        {words.groups[kind]}
        <span>{cards.length}</span>
      </h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">{cards}</ul>
    </section>
  )
}
