import { Plus } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Source, type StoryKind, storyKinds } from '../../../contract/reading.ts'
import { characterNames } from '../../../screenplay/editing.ts'
import { parse } from '../../../screenplay/model.ts'
import { reasonOf } from '../../error-text.ts'
import { Store, storedChoice, useStore } from '../../lib/store.ts'
import { messages } from '../../messages.ts'
import { bibleMessages as words } from '../../messages/bible.ts'
import { Button } from '../../ui/button/button.tsx'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { SidePanelHeader } from '../../ui/layout/side-panel-header.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useLastShown } from '../../ui/overlay/use-focus-return.ts'
import { useSession } from '../document/session.tsx'
import { exportBible } from '../documents/export/export-bible.ts'
import type { SidePanelProps } from '../document/side-panel.ts'
import { type Bible, type Entry, type EntryFields, useBible, useBibleChanges } from './api/bible.ts'
import { useProposals, useProposing } from './api/readings.ts'
import { BibleMenu, importFile, type Sort } from './bible-menu.tsx'
import { EntryCard } from './entry-card.tsx'
import { Facts } from './facts/facts.tsx'
import { useStoryFacts } from './facts/use-story-facts.ts'
import { EntryForm, keptEntry } from './entry-form.tsx'
import { Proposals } from './proposals.tsx'
import { ReadingPart } from './reading-part.tsx'

const SORTED = 'script-writer-bible-sort'
const chosenSort = new Store<Sort>(storedChoice.read(SORTED) === 'name' ? 'name' : 'appearance')

function chooseSort(value: string): void {
  const sort = value === 'name' ? 'name' : 'appearance'
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
  const hasEntries = bible.entries.length > 0
  useEffect(() => {
    // A new script gets its address, at which its bible is found again.
    if (hasEntries) begin()
  }, [hasEntries, begin])
  const proposals = useProposals(workId)
  const proposing = useProposing(workId)
  const newId = `new-${workId}`
  const [search, setSearch] = useState('')
  const sort = useStore(chosenSort)
  const [openId, setOpenId] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(() =>
    keptEntry.read(keptEntry.key(userId, newId)) ? newId : null,
  )
  const [renaming, setRenaming] = useState<{ id: string; from: string; to: string } | null>(null)
  const [removing, setRemoving] = useState<Entry>()
  const lastRemoving = useLastShown(removing)
  const list = useRef<HTMLDivElement>(null)

  const { entries } = bible
  const found = useMemo(
    () => (search.trim() === '' ? entries : entries.filter((entry) => isFound(entry, search))),
    [entries, search],
  )
  const facts = useStoryFacts(text.working, text.doc, entries)
  const sorted = useMemo(() => {
    // What the script does not name comes last.
    const entryPlace = ({ id }: Entry) =>
      sort === 'name' ? 0 : (facts.get(id)?.first?.at ?? Number.MAX_SAFE_INTEGER)
    return found.toSorted(
      (one, other) => entryPlace(one) - entryPlace(other) || byName.compare(one.name, other.name),
    )
  }, [found, sort, facts])

  function show({ quote, scene }: Source): void {
    onPage((page) => {
      if (!page.showWords(quote, scene)) showToast({ title: words.notThere })
    })
  }
  /** The button that opened a form is back once it is closed. */
  function stopEditing(id: string): void {
    setEditing(null)
    requestAnimationFrame(() => {
      const card = list.current?.querySelector(`[data-entry="${CSS.escape(id)}"] button`)
      const button = card ?? list.current?.closest('[data-side-panel]')
      if (button instanceof HTMLElement) button.focus({ preventScroll: true })
    })
  }
  /** The script may still use the name that the entry had. */
  function offerRenaming(before: Entry, { id, kind, name }: Entry): void {
    const isSame = (one: string) => one.toUpperCase() === before.name.toUpperCase()
    if (kind !== 'character' || isSame(name)) return
    const from = characterNames(parse(text.latest())).find(isSame)
    if (from !== undefined) setRenaming({ id, from, to: name })
  }
  async function save(
    fields: EntryFields,
    over: Pick<Entry, 'id' | 'updated_at'> | null,
  ): Promise<Entry | null> {
    if (!over) {
      const [added = null] = await changes.add(fields)
      setOpenId(added?.id ?? null)
      return added
    }
    const before = entries.find((entry) => entry.id === over.id)
    const changed = await changes.change(over, fields)
    if (!changed) await changes.refresh()
    else if (before) offerRenaming(before, changed)
    return changed
  }
  async function pin(entry: Entry): Promise<void> {
    try {
      await changes.pin(entry, !entry.pinned)
    } catch (error) {
      showToast({ title: words.pinFailed(reasonOf(error)), kind: 'error' })
    }
  }

  const form = (id: string, entry: Entry | null, kind: StoryKind) => (
    <EntryForm
      key={id}
      userId={userId}
      id={id}
      entry={entry}
      kind={kind}
      onSave={save}
      onClose={() => stopEditing(id)}
    />
  )
  const cardOf = (entry: Entry) => {
    const isOpen = openId === entry.id || editing === entry.id
    return (
      <EntryCard
        key={entry.id}
        entry={entry}
        isOpen={isOpen}
        onToggle={() => {
          setOpenId(isOpen ? null : entry.id)
          if (editing === entry.id) setEditing(null)
          // What was typed and not saved goes on.
          else if (!isOpen && keptEntry.read(keptEntry.key(userId, entry.id))) setEditing(entry.id)
        }}
        onEdit={() => setEditing(entry.id)}
        onPin={() => void pin(entry)}
        onRemove={() => setRemoving(entry)}
        onShow={show}
        facts={<Facts fact={facts.get(entry.id)} isCharacter={entry.kind === 'character'} />}
        offer={
          renaming?.id === entry.id && (
            <RenameOffer
              from={renaming.from}
              onRename={() => {
                setRenaming(null)
                onPage((page) => page.renameCharacter(renaming.from, renaming.to))
              }}
              onClose={() => setRenaming(null)}
            />
          )
        }
        form={editing === entry.id ? form(entry.id, entry, entry.kind) : null}
      />
    )
  }
  const isLoaded = !bible.isPending && !bible.error
  // Deleted elsewhere while it is edited here.
  const lost =
    editing !== null && editing !== newId && !entries.some(({ id }) => id === editing)
      ? editing
      : null
  return (
    <>
      <SidePanelHeader
        title={words.title}
        note={entries.length > 0 ? words.count(entries.length) : undefined}
        closeLabel={messages.editor.sidePanels.close}
        onClose={onClose}
      >
        {isLoaded && (
          <BibleMenu
            sort={sort}
            onSort={chooseSort}
            onExport={entries.length > 0 ? () => void exportBible(workId, title) : undefined}
            onFile={(file) => void importFile(file, (filed) => changes.importAll(filed))}
          />
        )}
        {isLoaded && (
          <Button size="sm" title={words.new} onClick={() => setEditing(newId)}>
            <Plus aria-hidden="true" />
            {words.newShort}
          </Button>
        )}
      </SidePanelHeader>
      {!isLoaded ? (
        <BibleLoading bible={bible} />
      ) : (
        <div ref={list} className="min-h-0 flex-1 overflow-y-auto px-3 pb-6">
          {entries.length > 0 && (
            <div className="sticky top-0 z-1 flex gap-2 bg-paper px-1 pb-2">
              <SearchBox
                label={words.search}
                clearLabel={words.clearSearch}
                value={search}
                hasShortcut={false}
                onChange={setSearch}
                className="flex-1"
              />
            </div>
          )}
          <output className="sr-only">
            {search.trim() === '' ? '' : words.found(found.length)}
          </output>
          {(editing === newId || lost !== null) && (
            <div className="mx-1 mb-3 rounded-md border border-line bg-sheet p-3 shadow-sheet">
              {form(lost ?? newId, null, 'character')}
            </div>
          )}
          {entries.length === 0 && proposals.proposals.length === 0 && editing !== newId && (
            <div className="mb-4 grid justify-items-start gap-2 px-1 pt-2">
              <p className="text-md font-medium">{words.emptyTitle}</p>
              <p className="text-md text-ink-2">{words.empty}</p>
            </div>
          )}
          {search.trim() === '' && (
            <>
              <ReadingPart {...proposals} proposing={proposing} onStored={text.stored} />
              <Proposals
                userId={userId}
                proposals={proposals.proposals}
                entries={entries}
                proposing={proposing}
                onShow={show}
              />
            </>
          )}
          {entries.length > 0 && found.length === 0 && (
            <p className="px-1 pt-2 text-md text-ink-2">{words.noneFound}</p>
          )}
          {storyKinds.map((kind) => {
            const ofKind = sorted.filter((entry) => entry.kind === kind)
            return (
              ofKind.length > 0 && <KindGroup key={kind} kind={kind} cards={ofKind.map(cardOf)} />
            )
          })}
        </div>
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={() => setRemoving(undefined)}
        title={words.removeTitle}
        subject={lastRemoving?.name}
        description={words.removeText}
        cancelLabel={words.cancel}
        confirmLabel={words.removeShort}
        danger
        onConfirm={() => (removing ? changes.remove(removing) : Promise.resolve())}
        onFailure={(error) => words.removeFailed(reasonOf(error))}
      />
    </>
  )
}

type RenameOfferProps = { from: string; onRename: () => void; onClose: () => void }

/** After the name of a character was changed here. */
function RenameOffer({ from, onRename, onClose }: RenameOfferProps) {
  return (
    <div role="alert" className="grid gap-2 rounded-sm bg-accent-wash p-2.5 text-sm">
      <p>{words.rename.offer(from)}</p>
      <div className="flex gap-2">
        <Button size="sm" onClick={onRename}>
          {words.rename.submit}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
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
