import { memo } from 'react'
import { loadedPart, useLoadedPart } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { useSession } from '../../document/session.tsx'
import type { PageViewProps } from '../../page/page-view.tsx'
import { preloadBoard } from '../../page/shown-as.ts'
import { shownView } from '../state/view-choice.ts'
import { PartLoading } from './side-screens.tsx'

const { pageView } = messages

// Memoized: the desk follows the text by itself, and is not rendered again for what is typed.
const loadedPageView = loadedPart(async () =>
  memo((await import('../../page/page-view.tsx')).PageView),
)

// Loads in parallel with the text, not after it. A failure is reported when the page is shown.
if (shownView() !== 'chat') {
  loadedPageView.load().catch(() => undefined)
  preloadBoard()
}

type PagePanelProps = Omit<PageViewProps, 'userId' | 'workId' | 'text' | 'title' | 'onHistory'>

/** The page, whose code is loaded when it is shown for the first time. */
export function PagePanel(props: PagePanelProps) {
  const { Part: PageView, hasFailed, retry } = useLoadedPart(loadedPageView)
  const { userId, text, title, screen } = useSession()
  return (
    <section aria-label={pageView.pagePanel} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {PageView && text.working && text.workId !== null ? (
        <PageView
          {...props}
          userId={userId}
          workId={text.workId}
          text={text.working}
          title={title}
          onHistory={screen.openHistory}
        />
      ) : (
        <PartLoading
          label={pageView.loadingPage}
          failure={hasFailed ? pageView.pageFailed : null}
          onRetry={retry}
        />
      )}
    </section>
  )
}
