import { useSearchParams } from 'react-router'
import { DefaultLimitCard } from '../limits/default-limit-card.tsx'
import {
  currentMonth,
  lastMonths,
  monthLabel,
  readMonth,
  shiftMonth,
  axisText,
  countText,
  costAxisText,
  costText,
} from '../number-text.ts'
import { UsageTableCard } from './usage-table-card.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { usageMessages as words } from '../../../messages/admin-usage.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { type ModelPrices, pricesQuery } from '../api/prices.ts'
import { type UsageDay, usageDaysQuery } from '../api/usage.ts'
import { CardNote, CardState } from '../card-note.tsx'
import { PricesDialog } from './prices/prices-dialog.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Select } from '../../../ui/form/select.tsx'
import { dayLabel, type DayValue } from '../day-plot/plot-options.ts'
import { DayTable } from '../day-plot/day-table.tsx'
import { LazyDayPlot } from '../day-plot/lazy-day-plot.ts'
import { RadioFilter } from '../radio-filter.tsx'

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

function UsagePlot({ days, currency, label }: UsagePlotProps) {
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

type UsageTotalsProps = {
  days: readonly UsageDay[]
  prices: { models: readonly ModelPrices[]; currency: string } | undefined
  onPrices: () => void
}

function UsageTotals({ days, prices, onPrices }: UsageTotalsProps) {
  const sum = (name: Exclude<keyof UsageDay, 'day'>) =>
    days.reduce((total, day) => total + day[name], 0)
  const used = prices?.models.filter(({ tokens }) => tokens > 0) ?? []
  const unpriced = used.filter(({ input_price }) => input_price === null)
  const isUnpriced = used.length > 0 && unpriced.length === used.length
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-4.5 py-4 sm:grid-cols-3 lg:grid-cols-5">
        <Total name={words.totals.generations}>{countText(sum('generations'))}</Total>
        <Total name={words.totals.failures}>{countText(sum('failures'))}</Total>
        <Total
          name={words.totals.tokensIn}
          note={`${countText(sum('tokens_cached'))} ${words.totals.tokensCached}`}
        >
          {countText(sum('tokens_in'))}
        </Total>
        <Total name={words.totals.tokensOut}>{countText(sum('tokens_out'))}</Total>
        <Total name={words.totals.cost}>
          {isUnpriced
            ? words.noCost
            : prices
              ? costText(sum('cost'), prices.currency)
              : words.notKnown}
        </Total>
      </dl>
      {unpriced.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4.5 pb-4 text-sm wrap-anywhere text-ink-2">
          {words.withoutPrice(unpriced.map(({ model }) => model))}
          <Button size="sm" onClick={onPrices}>
            {words.enterPrices}
          </Button>
        </p>
      )}
    </>
  )
}

function Total({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-lg font-semibold sm:text-xl wrap-anywhere tabular-nums">{children}</dd>
      {note && <dd className="text-sm text-ink-2 tabular-nums">{note}</dd>}
    </div>
  )
}

type MonthPickerProps = { month: string; onMonth: (month: string) => void }

/** One month back or forth, or any of the last two years at once. */
function MonthPicker({ month, onMonth }: MonthPickerProps) {
  const previous = useRef<HTMLButtonElement>(null)
  const isCurrent = month >= currentMonth()
  return (
    <fieldset className="flex min-w-0 items-center gap-1 max-sm:order-last max-sm:w-full">
      <legend className="sr-only">{words.month}</legend>
      <IconButton
        icon={ChevronLeft}
        ref={previous}
        label={words.previousMonth}
        onClick={() => onMonth(shiftMonth(month, -1))}
      />
      <span className="grid max-sm:grow">
        <Select
          aria-label={words.month}
          value={month}
          onChange={({ target }) => onMonth(target.value)}
        >
          {lastMonths(month).map((one) => (
            <option key={one} value={one}>
              {monthLabel(one)}
            </option>
          ))}
        </Select>
      </span>
      <IconButton
        icon={ChevronRight}
        label={words.nextMonth}
        disabled={isCurrent}
        onClick={() => {
          const next = shiftMonth(month, 1)
          // A button that becomes disabled loses the focus: move it to the other one first.
          if (next >= currentMonth()) previous.current?.focus()
          onMonth(next)
        }}
      />
    </fieldset>
  )
}

/** About the height of the totals and the chart, to avoid a layout shift below. */
const placeStyle = 'min-h-122 sm:min-h-92'

type MonthCardProps = { month: string; onMonth: (month: string) => void }

/** The totals of a month and its days. */
function MonthCard({ month, onMonth }: MonthCardProps) {
  const query = useQuery(usageDaysQuery(month))
  const { data: days, isPlaceholderData } = query
  const { data: prices } = useQuery(pricesQuery(month))
  const [isPricing, setIsPricing] = useState(false)
  return (
    <Card aria-labelledby="admin-usage">
      <CardHeader>
        <CardTitle id="admin-usage">{words.section}</CardTitle>
        <MonthPicker month={month} onMonth={onMonth} />
        <Button size="sm" className="ml-auto" onClick={() => setIsPricing(true)}>
          {words.prices.open}
        </Button>
      </CardHeader>
      <CardState query={query} failed={words.loadFailed} className={placeStyle} />
      {days && (
        <div
          aria-busy={isPlaceholderData || undefined}
          className="transition-opacity aria-busy:opacity-60"
        >
          <UsageTotals days={days} prices={prices} onPrices={() => setIsPricing(true)} />
          <UsagePlot
            days={days}
            currency={prices?.currency}
            label={monthLabel(days[0]?.day.slice(0, 7) ?? month)}
          />
        </div>
      )}
      <PricesDialog month={month} isOpen={isPricing} onOpenChange={setIsPricing} />
    </Card>
  )
}

/** What generations used in a month, and how many each user may have. */
export function UsageSection() {
  const [search, setSearch] = useSearchParams()
  const month = readMonth(search.get('month'))
  const open = (next: string) => setSearch({ section: 'usage', month: next }, { replace: true })
  return (
    <>
      <MonthCard month={month} onMonth={open} />
      <UsageTableCard month={month} />
      <DefaultLimitCard />
    </>
  )
}
