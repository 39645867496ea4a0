import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '../../error-text.ts'
import { messages } from '../../messages.ts'
import { textOf } from '../document/text/changes.ts'
import { authorshipMessages as words } from '../../messages/authorship.ts'
import { Button } from '../../ui/button/button.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import { FailureBar } from '../../ui/feedback/failure-bar.tsx'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { type TextSource, wholeRecordQuery } from './api/record.ts'
import { REPORT } from './report/downloads.ts'
import { PresenceCard } from './report/presence-card.tsx'
import { ReportHeader } from './report/report-header.tsx'
import { ScenesCard, VoicesCard } from './report/scene-cards.tsx'
import { OverTimeCard, PerDayCard } from './report/time-cards.tsx'
import { useReportFacts } from './report/use-report-facts.ts'
import { WhoCard } from './report/who-card.tsx'
import './plots/plots.css'

const FEW_SECONDS = 3_000

type ReportScreenProps = {
  workId: string
  title: string
  /** The current text. */
  text: string
  source: TextSource
  onClose: () => void
}

/** Who wrote the script, and what is in it. */
export function ReportScreen({ workId, title, text, source, onClose }: ReportScreenProps) {
  const isEmpty = text.trim() === ''
  const query = useQuery({
    ...wholeRecordQuery(workId, source),
    enabled: !isEmpty,
    refetchOnMount: 'always',
    // Refetches until the record is about the text that this browser has.
    refetchInterval: ({ state }) => state.data?.doc === null && FEW_SECONDS,
  })
  const known = query.data
  const isKnownText = known !== undefined && known.doc !== null
  const facts = useReportFacts(
    known?.doc ? textOf(known.doc) : text,
    known && known.doc !== null ? known.record : null,
  )
  return (
    <>
      <ReportHeader workId={workId} title={title} isEmpty={isEmpty} onClose={onClose} />
      <main className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid max-w-270 grid-cols-[minmax(0,1fr)] gap-4.5 px-3 py-4 sm:px-6 sm:py-6.5">
          <FailureBar place={REPORT} closeLabel={messages.common.close} />
          {isEmpty ? (
            <p className="py-16 text-center text-md text-ink-2">{words.empty}</p>
          ) : (
            <>
              {known ? (
                <WhoCard
                  record={known.record}
                  facts={facts}
                  isKnownText={isKnownText}
                  hashOf={source.hashOf}
                />
              ) : (
                <Waiting
                  error={query.error}
                  isOffline={query.fetchStatus === 'paused'}
                  onRetry={() => void query.refetch()}
                />
              )}
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 desk:grid-cols-2">
                {known && <OverTimeCard record={known.record} />}
                {known && <PerDayCard record={known.record} facts={facts} />}
                {facts && <ScenesCard facts={facts} />}
                {facts && <VoicesCard facts={facts} />}
              </div>
              {facts && <PresenceCard facts={facts} />}
            </>
          )}
        </div>
      </main>
    </>
  )
}

type WaitingProps = { error: Error | null; isOffline: boolean; onRetry: () => void }

/** A placeholder for what only the server knows. */
function Waiting({ error, isOffline, onRetry }: WaitingProps) {
  return (
    <Card aria-label={words.who.title} className="min-h-40 items-center justify-center gap-3 p-5">
      {error ? (
        <>
          <div role="alert">
            <FailureNote>{words.failed(reasonOf(error))}</FailureNote>
          </div>
          <Button size="sm" onClick={onRetry}>
            {messages.common.retry}
          </Button>
        </>
      ) : (
        <output className="flex items-center gap-2.5 text-center text-md text-ink-2">
          {isOffline ? (
            words.offline
          ) : (
            <>
              <SpinnerIcon className="text-accent" />
              {words.loading}
            </>
          )}
        </output>
      )}
    </Card>
  )
}
