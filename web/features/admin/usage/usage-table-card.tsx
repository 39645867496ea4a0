import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { usageMessages as words, usageMessages } from '../../../messages/admin-usage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Select } from '../../../ui/form/select.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { pricesQuery } from '../api/prices.ts'
import {
  allUsage,
  USAGE_PAGE,
  type UsageRow,
  usageRowsQuery,
  type UsageSort,
} from '../api/usage.ts'
import { CardState } from '../card-note.tsx'
import { ListPager } from '../list-pager.tsx'
import { monthLabel, countText, costText } from '../number-text.ts'
import { usageCsv, userName } from './usage-csv.ts'
import { type Column, StackedCell, StackedRow, StackedTable } from '../stacked-table.tsx'

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

function UsageTable({ caption, rows, currency, isOutdated }: UsageTableProps) {
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

export function UsageTableCard({ month }: { month: string }) {
  const card = useRef<HTMLElement>(null)
  const [sort, setSort] = useState<UsageSort>('generations')
  const [turned, setTurned] = useState({ month, page: 0 })
  // Another month starts at its first page.
  const page = turned.month === month ? turned.page : 0
  const query = useQuery(usageRowsQuery({ month, sort, page }))
  const { data, isPlaceholderData } = query
  const currency = useQuery(pricesQuery(month)).data?.currency
  const setPage = (next: number) => setTurned({ month, page: next })

  return (
    <Card ref={card} aria-labelledby="admin-usage-table" className="scroll-mt-4">
      <CardHeader>
        <CardTitle id="admin-usage-table">{words.tableTitle}</CardTitle>
        <div className="grid grid-cols-[1fr_auto] gap-2.5 max-sm:w-full sm:ml-auto">
          <Select
            aria-label={words.sortBy}
            value={sort}
            onChange={({ target }) => {
              setSort(target.value as UsageSort)
              setPage(0)
            }}
          >
            {Object.entries(words.sorts).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </Select>
          <DownloadButton month={month} isEmpty={!isPlaceholderData && data?.total === 0} />
        </div>
      </CardHeader>
      <CardState
        query={query}
        failed={words.loadFailed}
        none={data?.rows.length === 0 && words.none(monthLabel(data.month))}
      />
      {data && data.rows.length > 0 && (
        <>
          <UsageTable
            caption={words.caption(monthLabel(data.month))}
            rows={data.rows}
            currency={currency}
            isOutdated={isPlaceholderData}
          />
          <ListPager
            page={data.page}
            size={USAGE_PAGE}
            shown={data.rows.length}
            total={data.total}
            onTurn={(next) => {
              setPage(next)
              card.current?.scrollIntoView()
            }}
          />
        </>
      )}
    </Card>
  )
}

function DownloadButton({ month, isEmpty }: { month: string; isEmpty: boolean }) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function download(): Promise<void> {
    setIsBusy(true)
    try {
      const [rows, { currency }] = await Promise.all([
        allUsage(month),
        queryClient.ensureQueryData(pricesQuery(month)),
      ])
      saveFile(usageCsv(month, rows, currency), 'text/csv;charset=utf-8', `usage-${month}.csv`)
    } catch {
      showToast({ title: admin.errorTitle, message: words.downloadFailed, kind: 'error' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button busy={isBusy} disabled={isEmpty} onClick={() => void download()}>
      <Download />
      {words.download}
    </Button>
  )
}
