import { Suspense, useCallback, useMemo, useState } from 'react'
import { usageMessages as words } from '../../../messages/admin-usage.ts'
import type { UsageDay } from '../api/usage.ts'
import { CardNote } from '../card-note.tsx'
import { dayLabel } from '../day-plot/day-label.ts'
import { DayTable } from '../day-plot/day-table.tsx'
import { LazyDayPlot } from '../day-plot/lazy-day-plot.ts'
import type { DayValue } from '../day-plot/plot-options.ts'
import { RadioFilter } from '../radio-filter.tsx'
import { axisText } from '../number-text.ts'
import { costAxisText, costText } from './cost-text.ts'

type Measure = keyof typeof words.measures

const valueOf: Record<Measure, (day: UsageDay) => number> = {
  generations: ({ generations }) => generations,
  tokens: ({ tokens_in, tokens_out }) => tokens_in + tokens_out,
  cost: ({ cost }) => cost,
}

type UsagePlotProps = {
  days: readonly UsageDay[]
  currency: string | undefined
  /** The month. */
  label: string
}

export function UsagePlot({ days, currency, label }: UsagePlotProps) {
  const [measure, setMeasure] = useState<Measure>('generations')
  const [pointed, setPointed] = useState<DayValue>()
  const values = useMemo(
    () => days.map((day) => ({ day: day.day, value: valueOf[measure](day) })),
    [days, measure],
  )
  const format = useCallback(
    (value: number) =>
      measure === 'cost' && currency !== undefined
        ? costText(value, currency)
        : value.toLocaleString(),
    [measure, currency],
  )
  const isEmpty = days.every(({ generations, tokens_in }) => generations === 0 && tokens_in === 0)
  const hasNoCost = measure === 'cost' && values.every(({ value }) => value === 0)
  const note = isEmpty ? words.none(label) : hasNoCost && words.noCostToShow
  return (
    <div className="border-t border-line">
      <div className="flex flex-wrap items-center gap-2.5 px-4.5 pt-3.5">
        <h3 className="text-md font-medium">{words.plotTitle}</h3>
        <span aria-hidden="true" className="text-md text-ink-2 tabular-nums">
          {pointed && words.plotPoint(dayLabel(pointed.day), format(pointed.value))}
        </span>
        <div className="flex max-sm:w-full sm:ml-auto">
          <RadioFilter
            legend={words.plotMeasure}
            labels={words.measures}
            value={measure}
            onChange={setMeasure}
          />
        </div>
      </div>
      {note ? (
        <CardNote className="h-44">{note}</CardNote>
      ) : (
        <div className="h-44">
          <Suspense>
            <LazyDayPlot
              days={values}
              format={measure === 'cost' ? costAxisText : axisText}
              onPoint={setPointed}
            />
          </Suspense>
          <DayTable
            caption={words.plotCaption(words.measures[measure], label)}
            measure={words.measures[measure]}
            days={values}
            format={format}
          />
        </div>
      )}
    </div>
  )
}
