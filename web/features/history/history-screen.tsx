import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { reasonOf } from '../../error-text.ts'
import { classNames } from '../../lib/class-names.ts'
import { messages } from '../../messages.ts'
import { historyMessages } from '../../messages/history.ts'
import { FailureBar } from '../../ui/feedback/failure-bar.tsx'
import { clearFailure, report } from '../../ui/feedback/failures.ts'
import { EXPORT } from '../documents/export/download.ts'
import { nameVersion, restoreVersion, restoredTexts } from './api/history.ts'
import { HistoryList } from './list/history-list.tsx'
import type { Shown } from './list/version-facts.ts'
import { NameDialog } from './name-dialog.tsx'
import { useHistory } from './use-history.ts'
import { VersionView } from './version/version-view.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { ArrowLeft, Star, Undo2 } from 'lucide-react'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { TopBar, Wordmark } from '../../ui/layout/top-bar.tsx'

const words = historyMessages

type VersionActionsProps = {
  isNamed: boolean
  /** Undefined for a current text that is no version yet. */
  onName: (() => void) | undefined
  /** Undefined for the current text. */
  onRestore: (() => void) | undefined
  isRestoring: boolean
}

/** What can be done with a version: in the header, on a phone at the bottom. */
function VersionActions({ isNamed, onName, onRestore, isRestoring }: VersionActionsProps) {
  return (
    <>
      {onName && (
        <Button onClick={onName}>
          <Star className="desk:hidden" />
          <span className="max-desk:sr-only">{isNamed ? words.name.change : words.name.set}</span>
        </Button>
      )}
      {onRestore && (
        <Button
          variant="primary"
          busy={isRestoring}
          aria-label={words.restore}
          onClick={onRestore}
          className="max-desk:flex-1"
        >
          <Undo2 className="desk:hidden" />
          <span className="max-desk:hidden">{words.restore}</span>
          <span className="desk:hidden">{words.restoreShort}</span>
        </Button>
      )}
    </>
  )
}

type HistoryHeaderProps = {
  title: string
  /** The name of what is read on a phone; null while the list is shown there. */
  reading: string | null
  onBack: () => void
  onClose: () => void
  actions: ReactNode
}

function HistoryHeader({ title, reading, onBack, onClose, actions }: HistoryHeaderProps) {
  return (
    <TopBar className="shrink-0 gap-2 px-2 sm:gap-3 sm:px-4">
      {reading !== null && (
        <IconButton icon={ArrowLeft} label={words.back} onClick={onBack} className="desk:hidden" />
      )}
      <IconButton
        icon={ArrowLeft}
        label={words.close}
        onClick={onClose}
        className={reading === null ? undefined : 'max-desk:hidden'}
      />
      <Wordmark className="max-desk:hidden" />
      <h1 className="flex min-w-0 flex-1 items-baseline gap-3">
        <span className="truncate font-script text-base font-bold" dir="auto">
          <span className={reading === null ? undefined : 'max-desk:hidden'}>{title}</span>
          {reading !== null && <span className="desk:hidden">{reading}</span>}
        </span>
        <span className="text-base text-ink-2">{words.title}</span>
      </h1>
      <span className="flex gap-2.5 max-desk:hidden">{actions}</span>
    </TopBar>
  )
}

type Restoring = {
  workId: string
  /** Has the server change the text once it has everything that was typed; resolves when the result is shown. */
  changeText: <Result>(change: (request: string) => Promise<Result>) => Promise<Result>
  /** Takes back what made one text of another, and keeps what was written since. */
  takeBack: (before: string, after: string) => Promise<void>
}

/** Makes a version the current text, which can be undone on the page like any change, or in the toast. */
async function restore(versionId: string, restoring: Restoring): Promise<void> {
  const { workId, changeText, takeBack } = restoring
  const number = await changeText((request) => restoreVersion(versionId, request))

  async function undo(): Promise<void> {
    try {
      const { before, after } = await restoredTexts(workId, number)
      await takeBack(before, after)
      showToast({ title: words.undoneTitle, message: words.undone, kind: 'success' })
    } catch (error) {
      const message = words.restoreFailed(reasonOf(error))
      showToast({ title: words.restoreFailedTitle, message, kind: 'error' })
    }
  }
  showToast({
    title: words.restoredTitle,
    message: words.restored,
    kind: 'success',
    action: { label: words.undo, run: () => void undo() },
  })
}

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
