import { Text } from '@codemirror/state'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { Store, storedChoice, useStore } from '../../../lib/store.ts'
import { messages } from '../../../messages.ts'
import type { PageOrigins } from '../../page/editor/origins/page-origins.ts'
import type { PaletteCommand } from '../../page/panels/command-palette.tsx'
import { textHash } from '../../document/sync/text-hash.ts'
import type { DocumentText } from '../../document/document-text.ts'

const { pageView } = messages
const MARKS = 'script-writer-origins'

const AuthorshipShare = lazyExtra(
  async () => (await import('../../authorship/share.tsx')).AuthorshipShare,
)
const RecordFeed = lazyExtra(
  async () => (await import('../../authorship/record-feed.tsx')).RecordFeed,
)

/** Whether the margin shows where each line came from; remembered. */
const marks = new Store(storedChoice.read(MARKS) === 'on')

function toggleMarks(): void {
  storedChoice.write(MARKS, marks.get() ? null : 'on')
  marks.set(!marks.get())
}

const AFTER_START = 1_500

/** True some time after the first render, once the browser is idle. */
function useIdle(isStarted: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!isStarted || isIdle) return undefined
    let asked = 0
    const timer = setTimeout(() => {
      // Safari has no idle callbacks. Without the timeout, Chromium may never call it if nothing is painted.
      if (typeof requestIdleCallback === 'function')
        asked = requestIdleCallback(() => setIsIdle(true), { timeout: AFTER_START })
      else setIsIdle(true)
    }, AFTER_START)
    return () => {
      clearTimeout(timer)
      if (asked !== 0) cancelIdleCallback(asked)
    }
  }, [isStarted, isIdle])
  return isIdle
}

type Marked = { workId: string; origins: PageOrigins }

/** Who wrote the open text: the share in the status line, the marks in the margin, the report. */
export function useAuthorship(text: DocumentText, openReport: () => void) {
  const { workId, stored, working } = text
  const source = useMemo(
    () => ({ stored, doc: () => working?.doc ?? Text.empty, hashOf: textHash }),
    [stored, working],
  )
  const isIdle = useIdle(text.isLoaded)
  const hasText = text.text.trim() !== ''
  const areShown = useStore(marks)
  const [marked, setMarked] = useState<Marked | null>(null)
  const onMarked = useMemo(
    () =>
      areShown && workId !== null ? (origins: PageOrigins) => setMarked({ workId, origins }) : null,
    [areShown, workId],
  )
  const wantedId = isIdle && hasText && text.isOnServer ? workId : null
  const share = useMemo(
    (): ReactNode =>
      wantedId !== null && (
        <Suspense>
          <AuthorshipShare workId={wantedId} source={source} onOpen={openReport} />
        </Suspense>
      ),
    [wantedId, source, openReport],
  )
  const commands = useMemo(
    (): PaletteCommand[] => [
      {
        id: 'report',
        label: pageView.commands.report,
        group: pageView.groups.script,
        run: openReport,
        isAvailable: true,
      },
      {
        id: 'origins',
        label: areShown ? pageView.commands.hideOrigins : pageView.commands.showOrigins,
        group: pageView.groups.view,
        run: toggleMarks,
        isAvailable: true,
      },
    ],
    [openReport, areShown],
  )
  return {
    source,
    share,
    commands,
    /** Null while the marks are off. */
    origins: areShown && marked !== null && marked.workId === workId ? marked.origins : null,
    /** To be rendered once; it shows nothing. */
    feed: wantedId !== null && (
      <Suspense>
        <RecordFeed key={wantedId} workId={wantedId} source={source} onMarked={onMarked} />
      </Suspense>
    ),
  }
}
