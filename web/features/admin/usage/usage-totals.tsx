import type { ReactNode } from 'react'
import { usageMessages as words } from '../../../messages/admin-usage.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { ModelPrices } from '../api/prices.ts'
import type { UsageDay } from '../api/usage.ts'
import { countText } from '../number-text.ts'
import { costText } from './cost-text.ts'

type UsageTotalsProps = {
  days: readonly UsageDay[]
  prices: { models: readonly ModelPrices[]; currency: string } | undefined
  onPrices: () => void
}

export function UsageTotals({ days, prices, onPrices }: UsageTotalsProps) {
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
