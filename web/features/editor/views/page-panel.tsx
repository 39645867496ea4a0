import { memo } from 'react'
import { loadedPart, useLoadedPart } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import type { DeskProps } from '../../page/desk.tsx'
import { shownView } from '../state/view-choice.ts'
import { PartLoading } from './part-loading.tsx'

const { desk } = messages

const loadedDesk = loadedPart(async () => (await import('../../page/desk.tsx')).Desk)

// Loads in parallel with the text, not after it. A failure is reported when the page is shown.
if (shownView() !== 'chat') loadedDesk.load().catch(() => undefined)

type PagePanelProps = Omit<DeskProps, 'text'> & { text: DeskProps['text'] | null }

/** The page, whose code is loaded when it is shown for the first time. */
export const PagePanel = memo(function PagePanel({ text, ...rest }: PagePanelProps) {
  const { Part: Desk, hasFailed, retry } = useLoadedPart(loadedDesk)
  return (
    <section aria-label={desk.pagePanel} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {Desk && text ? (
        <Desk text={text} {...rest} />
      ) : (
        <PartLoading
          label={desk.loadingPage}
          failure={hasFailed ? desk.pageFailed : null}
          onRetry={retry}
        />
      )}
    </section>
  )
})
