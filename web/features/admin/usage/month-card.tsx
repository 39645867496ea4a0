import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usageMessages as words } from '../../../messages/admin-usage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { pricesQuery } from '../api/prices.ts'
import { usageDaysQuery } from '../api/usage.ts'
import { CardState } from '../card-note.tsx'
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
