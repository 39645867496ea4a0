import { usageMessages } from '../../../messages/admin-usage.ts'
import type { UsageRow } from '../api/usage.ts'
import { type Column, StackedCell, StackedRow, StackedTable } from '../stacked-table.tsx'
import { countText } from '../number-text.ts'
import { costText } from './cost-text.ts'
import { userName } from './usage-csv.ts'

const { columns: names, noModel, noPrice, notKnown } = usageMessages

/** Fixed widths, so that columns do not move between pages. User and model share the rest. */
const columns = {
  user: { name: names.user, isTitle: true },
  model: { name: names.model },
  generations: { name: names.generations, width: 'lg:w-27', numeric: true },
  failures: { name: names.failures, width: 'lg:w-22', numeric: true },
  tokensIn: { name: names.tokensIn, width: 'lg:w-28', numeric: true },
  tokensCached: { name: names.tokensCached, width: 'lg:w-26', numeric: true },
  tokensOut: { name: names.tokensOut, width: 'lg:w-27', numeric: true },
  cost: { name: names.cost, width: 'lg:w-34', numeric: true },
} satisfies Record<string, Column>

const list = Object.values(columns)

/** Long numbers are rounded; the tooltip shows them in full. */
function Count({ children }: { children: number }) {
  const text = countText(children)
  const whole = children.toLocaleString()
  return text === whole ? text : <span title={whole}>{text}</span>
}

type UsageTableProps = {
  caption: string
  rows: readonly UsageRow[]
  currency: string | undefined
  isOutdated: boolean
}

export function UsageTable({ caption, rows, currency, isOutdated }: UsageTableProps) {
  return (
    <StackedTable caption={caption} columns={list} isOutdated={isOutdated}>
      {rows.map((row) => (
        <StackedRow key={`${row.user_id} ${row.model}`}>
          <StackedCell column={columns.user}>
            <span className={row.user_id === null ? 'text-ink-2' : 'wrap-anywhere'}>
              {userName(row)}
            </span>
          </StackedCell>
          <StackedCell column={columns.model}>
            <span className={row.model === null ? 'text-ink-2' : 'wrap-anywhere'}>
              {row.model ?? noModel}
            </span>
          </StackedCell>
          <StackedCell column={columns.generations}>
            <Count>{row.generations}</Count>
          </StackedCell>
          <StackedCell column={columns.failures}>
            <Count>{row.failures}</Count>
          </StackedCell>
          <StackedCell column={columns.tokensIn}>
            <Count>{row.tokens_in}</Count>
          </StackedCell>
          <StackedCell column={columns.tokensCached}>
            <Count>{row.tokens_cached}</Count>
          </StackedCell>
          <StackedCell column={columns.tokensOut}>
            <Count>{row.tokens_out}</Count>
          </StackedCell>
          <StackedCell column={columns.cost}>
            {row.cost === null && <span className="text-ink-2">{noPrice}</span>}
            {row.cost !== null &&
              (currency === undefined ? notKnown : costText(row.cost, currency))}
          </StackedCell>
        </StackedRow>
      ))}
    </StackedTable>
  )
}
