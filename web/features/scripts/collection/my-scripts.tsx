import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyExtra } from '../../../lib/loading/lazy-extra.ts'
import { messages } from '../../../messages.ts'
import { FailureBar } from '../../../ui/feedback/failure-bar.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { useSavedScripts } from '../api/saved-scripts.ts'
import { COLLECTION } from './failure-place.ts'
import type { ScriptOrder } from './sort-scripts.ts'
import { ScriptChatsChoice } from './script-chats-choice.tsx'
import { ScriptGrid } from './script-grid.tsx'
import { ScriptTools } from './script-tools.tsx'
import { ScriptsHeading } from './scripts-heading.tsx'
import {
  NoScripts,
  NothingFound,
  ScriptsFailure,
  ScriptsLoading,
  ScriptsStale,
} from './scripts-states.tsx'
import { useFilteredScripts } from './use-filtered-scripts.ts'
import { useScriptDeletion } from './use-script-deletion.ts'

const { common, dashboard } = messages

// Lazy-loaded: not needed for the first paint.
const ConfirmDialog = lazyExtra(
  async () => (await import('../../../ui/overlay/confirm-dialog.tsx')).ConfirmDialog,
)

type MyScriptsProps = {
  userId: string
  /** Called after a script was deleted, possibly with its chats. */
  onDeleted: () => void
}

/** The main part of the dashboard, in all its states. */
export function MyScripts({ userId, onDeleted }: MyScriptsProps) {
  const section = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<ScriptOrder>('modified')
  const { scripts, isPending, isError, errorUpdatedAt, isFetching, isComplete, refetch } =
    useSavedScripts(userId)
  const { shown, isSearching, isLoading, onlyTitles } = useFilteredScripts(
    userId,
    scripts,
    search,
    order,
  )
  const deletion = useScriptDeletion(userId, onDeleted)
  const deletedAt = useRef(0)

  useEffect(() => {
    if (errorUpdatedAt) showToast({ title: dashboard.fetchFailed, kind: 'error' })
  }, [errorUpdatedAt])

  function confirm(): Promise<void> {
    deletedAt.current = shown.findIndex(({ id }) => id === deletion.asked?.id) + 1
    return deletion.confirm()
  }

  /** After a deletion the next card gets the focus, or the first button if there is none. */
  function focusNearby(event: Event): void {
    if (deletedAt.current === 0) return
    event.preventDefault()
    const card = list.current?.querySelector(`[aria-posinset="${deletedAt.current}"] a`)
    deletedAt.current = 0
    const spot = card ?? section.current?.querySelector('li:last-child a, button')
    if (spot instanceof HTMLElement) spot.focus()
  }

  const isEmpty = isComplete && scripts.length === 0
  const hasTools = isPending || scripts.length > 0
  const retry = () => void refetch()
  return (
    <section ref={section}>
      <ScriptsHeading
        count={isComplete ? shown.length : undefined}
        isEmpty={isEmpty}
        tools={
          hasTools && (
            <ScriptTools search={search} onSearch={setSearch} order={order} onOrder={setOrder} />
          )
        }
      />
      <FailureBar place={COLLECTION} closeLabel={common.close} className="mb-5" />
      {isPending && <ScriptsLoading />}
      {isError && scripts.length === 0 && <ScriptsFailure busy={isFetching} onRetry={retry} />}
      {isError && scripts.length > 0 && <ScriptsStale busy={isFetching} onRetry={retry} />}
      {onlyTitles && <p className="mb-5 text-md text-ink-2">{dashboard.onlyTitles}</p>}
      {isEmpty && !isError && <NoScripts />}
      {shown.length > 0 && <ScriptGrid list={list} scripts={shown} onDelete={deletion.ask} />}
      {isSearching && scripts.length > 0 && shown.length === 0 && (
        <NothingFound isSearching={isLoading || !isComplete} />
      )}
      {!isPending && (
        <Suspense>
          <ConfirmDialog
            open={deletion.isOpen}
            onOpenChange={deletion.setIsOpen}
            danger
            title={dashboard.confirmTitle}
            description={dashboard.confirm}
            cancelLabel={dashboard.cancel}
            confirmLabel={dashboard.confirmDelete}
            onConfirm={confirm}
            onFailure={deletion.showFailure}
            onCloseAutoFocus={focusNearby}
          >
            {deletion.asked && (
              <ScriptChatsChoice
                userId={userId}
                scriptId={deletion.asked.id}
                isDeleting={deletion.withChats}
                onChange={deletion.setWithChats}
              />
            )}
          </ConfirmDialog>
        </Suspense>
      )}
    </section>
  )
}
