import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyExtra } from '../../../lib/loading/lazy-extra.ts'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { type DayCount, generationsQuery } from '../api/generations.ts'
import { CardFailure, CardLoading, CardNote } from '../card-note.tsx'
import { dayLabel } from './day-label.ts'
import { GenerationsTable } from './generations-table.tsx'

// Lazy-loaded: the chart library is large, and the numbers do not need it.
const GenerationsPlot = lazyExtra(
  async () => (await import('./generations-plot.tsx')).GenerationsPlot,
)

/** The height of the chart, also for its placeholders. */
const placeStyle = 'h-44'

export function GenerationsCard() {
  const { data: days, isError, isFetching, refetch } = useQuery(generationsQuery)
  const [pointed, setPointed] = useState<DayCount>()
  const total = days?.reduce((sum, { generations }) => sum + generations, 0) ?? 0

  return (
    <Card aria-labelledby="admin-generations">
      <CardHeader>
        <CardTitle id="admin-generations">{admin.chartTitle}</CardTitle>
        {/* Reserves its own line on a phone, to avoid a layout shift when the numbers load. */}
        <span className="text-md text-ink-2 max-sm:min-h-lh max-sm:w-full">
          {days && admin.chartSummary(total)}
        </span>
        <span aria-hidden="true" className="ml-auto text-md text-ink-2 tabular-nums">
          {pointed && admin.chartPoint(dayLabel(pointed.day), pointed.generations)}
        </span>
      </CardHeader>
      {!days && !isError && <CardLoading className={placeStyle} />}
      {!days && isError && (
        <CardFailure className={placeStyle} busy={isFetching} onRetry={() => void refetch()}>
          {admin.chartFailed}
        </CardFailure>
      )}
      {days && total === 0 && <CardNote className={placeStyle}>{admin.chartNone}</CardNote>}
      {days && total > 0 && (
        <div className={placeStyle}>
          <Suspense>
            <GenerationsPlot days={days} onPoint={setPointed} />
          </Suspense>
          <GenerationsTable days={days} />
        </div>
      )}
    </Card>
  )
}
