import { memo } from 'react'
import { loadedPart, useLoadedPart } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { useSession } from '../../document/session.tsx'
import type { DeskProps } from '../../page/desk.tsx'
import { shownView } from '../state/view-choice.ts'
import { PartLoading } from './loaded-screen.tsx'

const { desk } = messages

// Memoized: the desk follows the text by itself, and is not rendered again for what is typed.
const loadedDesk = loadedPart(async () => memo((await import('../../page/desk.tsx')).Desk))

// Loads in parallel with the text, not after it. A failure is reported when the page is shown.
if (shownView() !== 'chat') loadedDesk.load().catch(() => undefined)

type PagePanelProps = Omit<DeskProps, 'userId' | 'workId' | 'text' | 'title' | 'onHistory'>

/** The page, whose code is loaded when it is shown for the first time. */
export function PagePanel(props: PagePanelProps) {
  const { Part: Desk, hasFailed, retry } = useLoadedPart(loadedDesk)
  const { userId, text, title, screen } = useSession()
  return (
    <section aria-label={desk.pagePanel} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {Desk && text.working && text.workId !== null ? (
        <Desk
          {...props}
          userId={userId}
          workId={text.workId}
          text={text.working}
          title={title}
          onHistory={screen.openHistory}
        />
      ) : (
        <PartLoading
          label={desk.loadingPage}
          failure={hasFailed ? desk.pageFailed : null}
          onRetry={retry}
        />
      )}
    </section>
  )
}
