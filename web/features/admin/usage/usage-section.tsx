import { useSearchParams } from 'react-router'
import { DefaultLimitCard } from '../limits/default-limit-card.tsx'
import { readMonth } from './month.ts'
import { MonthCard } from './month-card.tsx'
import { UsageTableCard } from './usage-table-card.tsx'

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
