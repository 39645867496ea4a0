import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../../error-text.ts'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { FailureBar } from '../../ui/feedback/failure-bar.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import { clearFailure, report } from '../../ui/feedback/failures.ts'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { historyQuery, useRestoreVersion, type Version } from './api/history.ts'
import { VersionItem } from './version-item.tsx'
import { VersionText } from './version-text.tsx'

const words = messages.history
const PLACE = 'history'

type HistoryPanelProps = {
  workId: string
  /** Resolves when the server has everything that was typed. */
  beforeRestore: () => Promise<void>
  /** Resolves when the restored text is shown. */
  afterRestore: () => Promise<void>
}

export function HistoryPanel({ workId, beforeRestore, afterRestore }: HistoryPanelProps) {
  const history = useInfiniteQuery(historyQuery(workId))
  const { mutateAsync } = useRestoreVersion(workId)
  const [shown, setShown] = useState<Version | null>(null)
  const [lastShown, setLastShown] = useState<string | null>(null)
  const [restoring, setRestoring] = useState<string | null>(null)
  const currentId = history.data?.pages[0]?.currentId
  const versions = history.data?.pages.flatMap((page) => page.versions) ?? []

  async function restore(version: Version): Promise<void> {
    setRestoring(version.id)
    clearFailure(PLACE)
    try {
      await beforeRestore()
      await mutateAsync(version.id)
      await afterRestore()
      setShown(null)
      const message = words.restored(version.number)
      report(PLACE, { title: words.restoredTitle, message, kind: 'success' })
    } catch (error) {
      const message = words.restoreFailed(reasonOf(error))
      report(PLACE, { title: words.restoreFailedTitle, message, kind: 'error' })
    } finally {
      setRestoring(null)
    }
  }
  const choices = (version: Version) => ({
    version,
    isCurrent: version.id === currentId,
    isRestoring: restoring === version.id,
    onRestore: () => void (restoring === null && restore(version)),
  })

  return (
    <>
      <FailureBar place={PLACE} closeLabel={messages.common.close} className="mb-3" />
      {shown ? (
        <VersionText {...choices(shown)} onBack={() => setShown(null)} />
      ) : history.error && versions.length === 0 ? (
        <div className="flex flex-wrap items-center gap-3">
          <FailureNote>{words.failed(reasonOf(history.error))}</FailureNote>
          <Button size="sm" onClick={() => void history.refetch()}>
            {messages.common.retry}
          </Button>
        </div>
      ) : history.isPending ? (
        <output className="flex items-center gap-2.5 text-ink-2">
          <SpinnerIcon className="text-accent" />
          {words.loading}
        </output>
      ) : versions.length === 0 ? (
        <p className="text-md text-ink-2">{words.none}</p>
      ) : (
        <>
          <ul aria-label={words.list}>
            {versions.map((version) => (
              <VersionItem
                key={version.id}
                {...choices(version)}
                wasShown={version.id === lastShown}
                onShow={() => {
                  setShown(version)
                  setLastShown(version.id)
                }}
              />
            ))}
          </ul>
          {history.hasNextPage && (
            <Button
              size="sm"
              className="mt-3"
              busy={history.isFetchingNextPage}
              onClick={() => void history.fetchNextPage()}
            >
              {words.older}
            </Button>
          )}
        </>
      )}
    </>
  )
}
