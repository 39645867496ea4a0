import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { generationsQuery } from '../api/generations.ts'
import { CardNote, CardState } from '../card-note.tsx'
import { dayLabel } from '../day-plot/day-label.ts'
import { DayTable } from '../day-plot/day-table.tsx'
import { LazyDayPlot } from '../day-plot/lazy-day-plot.ts'
import type { DayValue } from '../day-plot/plot-options.ts'
import { axisText } from '../number-text.ts'

const format = (count: number) => count.toLocaleString()

/** The height of the chart, also for its placeholders. */
const placeStyle = 'h-44'

export function GenerationsCard() {
  const query = useQuery(generationsQuery)
  const { data } = query
  const days = useMemo(
    () => data?.map(({ day, generations }) => ({ day, value: generations })),
    [data],
  )
  const [pointed, setPointed] = useState<DayValue>()
  const total = days?.reduce((sum, { value }) => sum + value, 0) ?? 0

  return (
    <Card aria-labelledby="admin-generations">
      <CardHeader>
        <CardTitle id="admin-generations">{admin.chartTitle}</CardTitle>
        {/* Reserves its own line on a phone, to avoid a layout shift when the numbers load. */}
        <span className="text-md text-ink-2 max-sm:min-h-lh max-sm:w-full">
          {days && admin.chartSummary(total)}
        </span>
        <span aria-hidden="true" className="ml-auto text-md text-ink-2 tabular-nums">
          {pointed && admin.chartPoint(dayLabel(pointed.day), pointed.value)}
        </span>
      </CardHeader>
      {!days && <CardState query={query} failed={admin.chartFailed} className={placeStyle} />}
      {days && total === 0 && <CardNote className={placeStyle}>{admin.chartNone}</CardNote>}
      {days && total > 0 && (
        <div className={placeStyle}>
          <Suspense>
            <LazyDayPlot days={days} format={axisText} onPoint={setPointed} />
          </Suspense>
          <DayTable
            caption={admin.captionChart}
            measure={admin.chartCount}
            days={days}
            format={format}
          />
        </div>
      )}
    </Card>
  )
}
