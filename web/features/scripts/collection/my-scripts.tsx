import { useQuery } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { collectionMessages as words } from '../../../messages/collection.ts'
import { messages } from '../../../messages.ts'
import { FailureBar } from '../../../ui/feedback/failure-bar.tsx'
import { report } from '../../../ui/feedback/failures.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { useDuplicateScript } from '../api/change-script.ts'
import { type SavedScript, useSavedScripts } from '../api/saved-scripts.ts'
import { tagsQuery, useTagChanges } from '../api/tags.ts'
import { CollectionBar } from './collection-bar.tsx'
import {
  COLLECTION,
  collectionFailure,
  type ScriptOrder,
  sortScripts,
  useScriptsView,
  useGridShape,
} from './shown-scripts.ts'
import type { ScriptActions } from './ellipsis-button.tsx'
import { ScriptTools } from './script-tools.tsx'
import { ScriptsHeading } from './scripts-heading.tsx'
import {
  NoScripts,
  NothingFound,
  ScriptsFailure,
  ScriptsLoading,
  ScriptsStale,
} from './scripts-states.tsx'
import { useScriptDeletion } from './use-script-deletion.ts'
import { matchingTitles } from '../../../lib/matching-titles.ts'
import { useFoundScripts } from '../api/found-scripts.ts'
import { useDebounced, useIsIdle } from '../../../lib/timing.ts'
import { ScriptCard, type ScriptCardProps } from './script-card.tsx'
import { useVirtualRows } from './use-virtual-rows.ts'
import { giveFocus } from '../../../lib/focus.ts'

const { common, dashboard } = messages

type ScriptGridProps = Pick<ScriptCardProps, 'userId' | 'tags' | 'view' | 'actions'> & {
  list: RefObject<HTMLUListElement | null>
  scripts: readonly SavedScript[]
  /** Undefined if scripts are not being selected. */
  selected: ReadonlySet<string> | undefined
}

/** A virtualised grid or list: only the rows near the viewport are in the DOM. */
function ScriptGrid({ list, scripts, selected, ...card }: ScriptGridProps) {
  const shape = useGridShape(list, card.view)
  const { columns, cardHeight, gap, top } = shape
  const virtualizer = useVirtualRows(list, Math.ceil(scripts.length / columns), shape)
  const columnWidth = `((100% + ${gap}px) / ${columns})`
  return (
    <ul
      ref={list}
      aria-label={messages.dashboard.title}
      className={
        card.view === 'list'
          ? 'relative overflow-clip rounded-md border border-line border-b-0 shadow-sheet'
          : 'relative'
      }
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().flatMap(({ index: row, start }) =>
        scripts.slice(row * columns, (row + 1) * columns).map((script, column) => (
          <li
            key={script.id}
            aria-setsize={scripts.length}
            aria-posinset={row * columns + column + 1}
            className="absolute top-0"
            style={{
              left: `calc(${columnWidth} * ${column})`,
              width: `calc(${columnWidth} - ${gap}px)`,
              height: cardHeight,
              transform: `translateY(${start - top}px)`,
            }}
          >
            <ScriptCard script={script} isSelected={selected?.has(script.id)} {...card} />
          </li>
        )),
      )}
    </ul>
  )
}

const SEARCH_DEBOUNCE = 250

const NONE: ReadonlySet<string> = new Set()

/** Filters by title and tag immediately, and by content on the server, debounced. */
function useShownScripts(userId: string) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<ScriptOrder>('modified')
  /** The ids of tags of which a script has to have one; all scripts if there are none. */
  const [wanted, setWanted] = useState(NONE)
  const { data: tags = [] } = useQuery(tagsQuery(userId))
  useTagChanges(userId)
  const saved = useSavedScripts(userId)
  const { scripts, errorUpdatedAt } = saved
  useEffect(() => {
    if (errorUpdatedAt) showToast({ title: dashboard.fetchFailed, kind: 'error' })
  }, [errorUpdatedAt])

  const typed = search.trim()
  const debounced = useDebounced(typed, SEARCH_DEBOUNCE)
  const { data, isError } = useFoundScripts(userId, debounced)
  const found = debounced === typed ? data : undefined
  const tagsById = useMemo(() => new Map(tags.map((tag) => [tag.id, tag])), [tags])
  const ordered = useMemo(() => {
    const known = new Set([...wanted].filter((id) => tagsById.has(id)))
    const tagged =
      known.size === 0
        ? scripts
        : scripts.filter((script) => script.tags.some(({ tag_id }) => known.has(tag_id)))
    return { scripts: sortScripts(tagged, order), isByTag: known.size > 0 }
  }, [scripts, tagsById, wanted, order])
  return {
    saved,
    shown: useMemo(
      () => matchingTitles(ordered.scripts, typed, found),
      [ordered.scripts, typed, found],
    ),
    isFiltering: typed !== '' || ordered.isByTag,
    isLoading: typed !== '' && found === undefined && !(isError && debounced === typed),
    onlyTitles: typed !== '' && debounced === typed && isError,
    tagsById,
    tools: { search, onSearch: setSearch, order, onOrder: setOrder },
    tagFilter: { tags, wanted, onWanted: (id: string) => setWanted(toggled(wanted, id)) },
  }
}

// Lazy-loaded: not needed for the first paint.
const DeleteQuestion = lazyExtra(async () => (await import('./delete-question.tsx')).DeleteQuestion)
const RenameDialog = lazyExtra(async () => (await import('./rename-dialog.tsx')).RenameDialog)
const TagsDialog = lazyExtra(async () => (await import('./tags-dialog.tsx')).TagsDialog)
const SelectionBar = lazyExtra(async () => (await import('./selection-bar.tsx')).SelectionBar)

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

type MyScriptsProps = {
  userId: string
  /** Called after a script was deleted, possibly with its chats. */
  onDeleted: () => void
}

type Actions = {
  ask: (scripts: readonly SavedScript[]) => void
  rename: (script: SavedScript) => void
  tag: (ids: ReadonlySet<string>) => void
  select: (
    change: (ids: ReadonlySet<string> | undefined) => ReadonlySet<string> | undefined,
  ) => void
}

/** What can be done with a script; the same object all the time. */
function useActions({ ask, rename, tag, select }: Actions): ScriptActions {
  const { mutateAsync: duplicate } = useDuplicateScript()
  return useMemo(() => {
    async function makeCopy({ id, title }: SavedScript): Promise<void> {
      try {
        await duplicate(id)
        const message = words.duplicatedText(title)
        report(COLLECTION, { title: words.duplicated, message, kind: 'success' })
      } catch (error) {
        const message = collectionFailure(error, words.duplicateFailed)
        report(COLLECTION, { title: words.duplicateFailedTitle, message, kind: 'error' })
      }
    }
    return {
      remove: (script) => ask([script]),
      rename,
      duplicate: (script) => void makeCopy(script),
      tag: ({ id }) => tag(new Set([id])),
      toggle: ({ id }) => select((ids) => ids && toggled(ids, id)),
    }
  }, [ask, duplicate, rename, tag, select])
}

/** The main part of the dashboard, in all its states. */
export function MyScripts({ userId, onDeleted }: MyScriptsProps) {
  const section = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [view, setView] = useScriptsView()
  /** The ids of the selected scripts; undefined if none are being selected. */
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const [renamed, setRenamed] = useState<SavedScript>()
  /** The ids of the scripts whose tags are open. */
  const [tagged, setTagged] = useState<ReadonlySet<string>>()
  const { saved, shown, tools, tagFilter, ...filter } = useShownScripts(userId)
  const { scripts, isPending, isError, isFetching, isComplete, refetch } = saved
  const deletion = useScriptDeletion(userId, onDeleted)
  const deletedAt = useRef(0)
  const isIdle = useIsIdle()

  const { ask } = deletion
  const actions = useActions({ ask, rename: setRenamed, tag: setTagged, select: setSelected })

  function confirm(): Promise<void> {
    deletedAt.current = shown.findIndex(({ id }) => id === deletion.asked[0]?.id) + 1
    if (selected) setSelected(undefined)
    return deletion.confirm()
  }

  /** After a deletion the next card gets the focus, or the first button if there is none. */
  function focusNearby(event: Event): void {
    if (deletedAt.current === 0) return
    event.preventDefault()
    const card = list.current?.querySelector(`[aria-posinset="${deletedAt.current}"] a`)
    deletedAt.current = 0
    giveFocus(card ?? section.current?.querySelector('li:last-child a, button'))
  }

  const isEmpty = isComplete && scripts.length === 0
  const retry = () => void refetch()
  const chosen = shown.filter(({ id }) => selected?.has(id))
  return (
    <section ref={section}>
      <ScriptsHeading
        count={isComplete ? shown.length : undefined}
        isEmpty={isEmpty}
        tools={(isPending || scripts.length > 0) && <ScriptTools {...tools} />}
      />
      {scripts.length > 0 && !selected && (
        <CollectionBar
          {...tagFilter}
          view={view}
          onView={setView}
          onSelect={() => setSelected(NONE)}
        />
      )}
      {selected && (
        <Suspense>
          <SelectionBar
            userId={userId}
            scripts={chosen}
            onAll={() => setSelected(new Set(shown.map(({ id }) => id)))}
            onTag={() => setTagged(new Set(chosen.map(({ id }) => id)))}
            onDelete={() => ask(chosen)}
            onDone={() => setSelected(undefined)}
          />
        </Suspense>
      )}
      <FailureBar place={COLLECTION} closeLabel={common.close} className="mb-5" />
      {isPending && <ScriptsLoading />}
      {isError && scripts.length === 0 && <ScriptsFailure busy={isFetching} onRetry={retry} />}
      {isError && scripts.length > 0 && <ScriptsStale busy={isFetching} onRetry={retry} />}
      {filter.onlyTitles && <p className="mb-5 text-md text-ink-2">{dashboard.onlyTitles}</p>}
      {isEmpty && !isError && <NoScripts />}
      {shown.length > 0 && (
        <ScriptGrid
          userId={userId}
          list={list}
          scripts={shown}
          tags={filter.tagsById}
          view={view}
          selected={selected}
          actions={actions}
        />
      )}
      {filter.isFiltering && scripts.length > 0 && shown.length === 0 && (
        <NothingFound
          isSearching={filter.isLoading || !isComplete}
          {...(tools.search.trim() === '' && { text: words.tags.noneTagged })}
        />
      )}
      <Suspense>
        {(isIdle || deletion.asked.length > 0) && (
          <DeleteQuestion
            userId={userId}
            deletion={deletion}
            onConfirm={confirm}
            onCloseAutoFocus={focusNearby}
          />
        )}
        {renamed && (
          <RenameDialog userId={userId} script={renamed} onClose={() => setRenamed(undefined)} />
        )}
        {tagged && (
          <TagsDialog
            userId={userId}
            scripts={scripts.filter(({ id }) => tagged.has(id))}
            onClose={() => setTagged(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}
