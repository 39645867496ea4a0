import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { reasonOf } from '../../error-text.ts'
import { classNames } from '../../lib/class-names.ts'
import { messages } from '../../messages.ts'
import { historyMessages } from '../../messages/history.ts'
import { FailureBar } from '../../ui/feedback/failure-bar.tsx'
import { clearFailure, report } from '../../ui/feedback/failures.ts'
import { EXPORT } from '../documents/export/download.ts'
import { nameVersion } from './api/history.ts'
import { HistoryHeader, VersionActions } from './history-header.tsx'
import { HistoryList } from './list/history-list.tsx'
import type { Shown } from './list/list-items.ts'
import { NameDialog } from './name-dialog.tsx'
import { type Restoring, restore } from './restore.ts'
import { useHistory } from './use-history.ts'
import { VersionView } from './version/version-view.tsx'

const words = historyMessages
const PLACE = 'history'

type HistoryScreenProps = Restoring & {
  title: string
  /** The working text. */
  now: string
  /** Leaves, then puts a scene behind the one with the cursor. */
  onInsertScene: (scene: string) => void
  onClose: () => void
}

/** The versions of a text, in place of the editor: read, compared, named and restored. */
export function HistoryScreen(props: HistoryScreenProps) {
  const { workId, title, now, onClose } = props
  const queryClient = useQueryClient()
  const history = useHistory(workId)
  const [shown, setShown] = useState<Shown>('now')
  /** On a phone, the list and a version are two screens. */
  const [isReading, setIsReading] = useState(false)
  const [isNaming, setIsNaming] = useState(false)
  const [isRestoring, setIsRestoring] = useState(false)
  const box = useRef<HTMLDivElement>(null)

  const { versions, currentId } = history
  const shownId = shown === 'now' ? currentId : shown
  /** Null for a current text that is no version yet. */
  const version = versions.find(({ id }) => id === shownId) ?? null

  async function restoreShown(): Promise<void> {
    if (isRestoring || !version) return
    setIsRestoring(true)
    clearFailure(PLACE)
    try {
      await restore(version.id, props)
      onClose()
    } catch (error) {
      const message = words.restoreFailed(reasonOf(error))
      report(PLACE, { title: words.restoreFailedTitle, message, kind: 'error' })
    } finally {
      setIsRestoring(false)
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const isPhone = box.current?.querySelector('aside')?.offsetParent === null
    if (event.key !== 'Escape' || event.defaultPrevented || !isPhone) return
    // Otherwise the editor would close the history.
    event.preventDefault()
    setIsReading(false)
  }

  const actions = (
    <VersionActions
      isNamed={version !== null && version.label !== null}
      onName={version ? () => setIsNaming(true) : undefined}
      onRestore={version && version.id !== currentId ? () => void restoreShown() : undefined}
      isRestoring={isRestoring}
    />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of everything inside
    <div ref={box} onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      <HistoryHeader
        title={title}
        reading={isReading ? (version ? history.nameOf(version) : words.now) : null}
        onBack={() => setIsReading(false)}
        onClose={onClose}
        actions={actions}
      />
      {[PLACE, EXPORT].map((place) => (
        <FailureBar
          key={place}
          place={place}
          closeLabel={messages.common.close}
          className="rounded-none border-x-0 border-t-0"
        />
      ))}
      <div className="flex min-h-0 flex-1">
        <aside
          aria-label={words.list}
          className={classNames(
            'flex w-full shrink-0 flex-col bg-sunk desk:w-80 desk:border-r desk:border-line',
            isReading && 'max-desk:hidden',
          )}
        >
          <HistoryList
            history={history}
            now={now}
            shown={shown}
            isFront={!isReading}
            onChoose={(id) => {
              setShown(id)
              setIsReading(true)
            }}
          />
        </aside>
        <main
          aria-label={words.version}
          className={classNames('flex min-w-0 flex-1 flex-col', !isReading && 'max-desk:hidden')}
        >
          <VersionView
            history={history}
            title={title}
            now={now}
            shown={shown}
            actions={actions}
            onInsertScene={props.onInsertScene}
          />
        </main>
      </div>
      {version && (
        <NameDialog
          key={version.id}
          label={version.label}
          isOpen={isNaming}
          onOpenChange={setIsNaming}
          onName={(label) => nameVersion(queryClient, workId, version.id, label)}
        />
      )}
    </div>
  )
}
