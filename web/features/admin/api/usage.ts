import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { MAX_ROWS } from '../../../../contract/limits.ts'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

export const USAGE_PAGE = 50

type Functions = Database['public']['Functions']
type Listed = Functions['admin_usage']['Returns'][number]
/** Generated function types do not include null. */
export type UsageRow = Omit<Listed, 'user_id' | 'email' | 'model' | 'cost'> & {
  /** Null for all deleted accounts together. */
  user_id: string | null
  email: string | null
  /** Null if a job ended before a model was asked. */
  model: string | null
  /** Null if the model has no price. */
  cost: number | null
}
export type UsageDay = Functions['admin_usage_per_day']['Returns'][number]

export type UsageSort = 'generations' | 'failures' | 'tokens_in' | 'tokens_out' | 'cost' | 'email'

/** The rows from `first` to `last`, in a stable order. */
function readRows(month: string, sort: UsageSort, first: number, last: number) {
  return supabase()
    .rpc('admin_usage', { month: `${month}-01` }, { get: true, count: 'exact' })
    .order(sort, { ascending: sort === 'email', nullsFirst: false })
    .order('email', { nullsFirst: false })
    .order('user_id', { nullsFirst: false })
    .order('model', { nullsFirst: false })
    .range(first, last)
}

export type UsageView = { month: string; sort: UsageSort; page: number }

/** One page of the table; the previous one stays visible while it loads. */
export const usageRowsQuery = ({ month, sort, page }: UsageView) =>
  queryOptions({
    queryKey: adminKeys.usage('rows', month, sort, page),
    queryFn: async () => {
      const answer = await readRows(month, sort, page * USAGE_PAGE, (page + 1) * USAGE_PAGE - 1)
      const rows = (await dataOf(Promise.resolve(answer))) as UsageRow[]
      return { rows, total: answer.count ?? rows.length, page, month }
    },
    ...listRetry,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })

/** Every day of the month; their sums are the totals. */
export const usageDaysQuery = (month: string) =>
  queryOptions({
    queryKey: adminKeys.usage('days', month),
    queryFn: () =>
      dataOf(supabase().rpc('admin_usage_per_day', { month: `${month}-01` }, { get: true })),
    ...listRetry,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  })

/** The whole table, for the download. */
export async function allUsage(month: string): Promise<UsageRow[]> {
  const rows: UsageRow[] = []
  for (;;) {
    const page = (await dataOf(
      readRows(month, 'email', rows.length, rows.length + MAX_ROWS - 1),
    )) as UsageRow[]
    rows.push(...page)
    if (page.length < MAX_ROWS) return rows
  }
}
