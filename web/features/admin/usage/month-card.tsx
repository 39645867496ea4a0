import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usageMessages as words } from '../../../messages/admin-usage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { pricesQuery } from '../api/prices.ts'
import { usageDaysQuery } from '../api/usage.ts'
import { CardFailure, CardLoading, CardStale } from '../card-note.tsx'
import { monthLabel } from './month.ts'
import { MonthPicker } from './month-picker.tsx'
import { PricesDialog } from './prices/prices-dialog.tsx'
import { UsagePlot } from './usage-plot.tsx'
import { UsageTotals } from './usage-totals.tsx'

/** About the height of the totals and the chart, to avoid a layout shift below. */
const placeStyle = 'min-h-122 sm:min-h-92'

type MonthCardProps = { month: string; onMonth: (month: string) => void }

/** The totals of a month and its days. */
export function MonthCard({ month, onMonth }: MonthCardProps) {
  const {
    data: days,
    isError,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery(usageDaysQuery(month))
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
      {!days && !isError && <CardLoading className={placeStyle} />}
      {!days && isError && (
        <CardFailure className={placeStyle} busy={isFetching} onRetry={() => void refetch()}>
          {words.loadFailed}
        </CardFailure>
      )}
      {days && isError && (
        <CardStale busy={isFetching} onRetry={() => void refetch()}>
          {words.loadFailed}
        </CardStale>
      )}
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
