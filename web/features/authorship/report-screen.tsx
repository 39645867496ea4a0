import { useQuery } from '@tanstack/react-query'
import { errorText, reasonOf } from '../../error-text.ts'
import { messages } from '../../messages.ts'
import { textOf } from '../document/text/changes.ts'
import { authorshipMessages as words } from '../../messages/authorship.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import { FailureBar } from '../../ui/feedback/failure-bar.tsx'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import {
  downloadRecord,
  downloadStatement,
  type TextSource,
  wholeRecordQuery,
} from './api/record.ts'
import { PresenceCard } from './report/presence-card.tsx'
import { ScenesCard, VoicesCard } from './report/scene-cards.tsx'
import { OverTimeCard, PerDayCard } from './report/time-cards.tsx'
import { WhoCard } from './report/who-card.tsx'
import './plots/plots.css'
import { useEffect, useState } from 'react'
import { logError } from '../../lib/log.ts'
import { inWorker } from '../../script-worker/ask.ts'
import type { ReportFacts, ReportRequest } from '../../script-worker/report-facts.ts'
import { ArrowLeft, Download, EllipsisVertical } from 'lucide-react'
import { TopBar, Wordmark } from '../../ui/layout/top-bar.tsx'
import { ButtonMenu, MenuItem } from '../../ui/overlay/menu.tsx'
import { clearFailure, report } from '../../ui/feedback/failures.ts'
import { giveFocus } from '../../lib/focus.ts'

/** Where failures are shown. */
const REPORT = 'report'

type File = 'statement' | 'record' | 'record with texts'

/** One file at a time. */
function useDownloads(workId: string, title: string) {
  const [making, setMaking] = useState<File>()
  async function download(file: File): Promise<void> {
    if (making) return
    setMaking(file)
    clearFailure(REPORT)
    try {
      if (file === 'statement') await downloadStatement(workId, title)
      else await downloadRecord(workId, title, file === 'record with texts')
    } catch (error) {
      const message = errorText(error, words.downloadFailed)
      report(REPORT, { title: words.downloadFailedTitle, message, kind: 'error' })
    } finally {
      setMaking(undefined)
    }
  }
  return { making, download }
}

type ReportHeaderProps = { workId: string; title: string; isEmpty: boolean; onClose: () => void }

function ReportHeader({ workId, title, isEmpty, onClose }: ReportHeaderProps) {
  const { making, download } = useDownloads(workId, title)
  return (
    <TopBar className="shrink-0 gap-2 px-2 sm:gap-3 sm:px-4">
      <IconButton icon={ArrowLeft} ref={giveFocus} label={words.back} onClick={onClose} />
      <Wordmark className="max-desk:hidden" />
      <h1 className="flex min-w-0 flex-1 items-baseline gap-3">
        <span className="truncate font-script text-base font-bold" dir="auto">
          {title}
        </span>
        <span className="shrink-0 text-base text-ink-2">{words.title}</span>
      </h1>
      {!isEmpty && (
        <>
          <Button
            busy={making === 'statement'}
            title={words.statement}
            onClick={() => void download('statement')}
            className="max-sm:size-11 max-sm:p-0"
          >
            <Download />
            <span className="max-sm:sr-only">{words.statement}</span>
          </Button>
          <Button
            busy={making === 'record'}
            onClick={() => void download('record')}
            className="max-sm:hidden"
          >
            <Download />
            {words.record}
          </Button>
          <ButtonMenu
            button={
              <IconButton
                icon={EllipsisVertical}
                label={words.more}
                busy={making === 'record with texts'}
              />
            }
          >
            <MenuItem onSelect={() => void download('record')} className="sm:hidden">
              <Download />
              {words.record}
            </MenuItem>
            <MenuItem onSelect={() => void download('record with texts')}>
              <Download />
              {words.recordWithTexts}
            </MenuItem>
          </ButtonMenu>
        </>
      )}
    </TopBar>
  )
}

/** Facts about the script; undefined until the worker has computed them, null if it failed. */
function useReportFacts(
  text: string,
  record: ReportRequest['record'],
): ReportFacts | null | undefined {
  const [facts, setFacts] = useState<ReportFacts | null>()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    inWorker('report', { text, record }, { signal }).then(setFacts, (error: unknown) => {
      if (signal.aborted) return
      logError('The script could not be read for the report.', error)
      setFacts(null)
    })
    return () => leaving.abort()
  }, [text, record])
  return facts
}

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
