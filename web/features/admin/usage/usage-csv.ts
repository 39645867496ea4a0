import { csvOf } from '../../../../contract/csv.ts'
import { adminMessages } from '../../../messages/admin.ts'
import { usageMessages } from '../../../messages/admin-usage.ts'
import type { UsageRow } from '../api/usage.ts'

export const userName = ({ user_id, email }: Pick<UsageRow, 'user_id' | 'email'>): string =>
  user_id === null ? usageMessages.deletedUsers : (email ?? adminMessages.unknownEmail)

/** The table as a file; numbers are plain, for a spreadsheet to sum. */
export function usageCsv(month: string, rows: readonly UsageRow[], currency: string): string {
  const { cost, ...columns } = usageMessages.csvColumns
  return csvOf([
    [...Object.values(columns), cost(currency)],
    ...rows.map((row) => [
      month,
      userName(row),
      row.model ?? '',
      row.generations,
      row.failures,
      row.tokens_in,
      row.tokens_cached,
      row.tokens_out,
      row.cost,
    ]),
  ])
}
