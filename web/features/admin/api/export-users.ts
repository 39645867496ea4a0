import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import type { User, UsersView } from './users.ts'

/** The most that list_users answers at once. */
const BATCH = 200
/** How often the list is read again because it changed meanwhile. */
const READINGS = 3

type Filter = Pick<UsersView, 'search' | 'status'>

async function readOnce({ search, status }: Filter): Promise<{ users: User[]; isWhole: boolean }> {
  const users = new Map<string, User>()
  for (let skip = 0; ; skip += BATCH) {
    const rows = await dataOf(
      supabase().rpc('list_users', { search: search.trim(), status, max_results: BATCH, skip }),
    )
    for (const row of rows) users.set(row.id, row)
    // Somebody signed up or left while the pages were read: one may be missing.
    const isWhole = skip === 0 || users.size === rows[0]?.total_count
    if (rows.length < BATCH) return { users: [...users.values()], isWhole }
  }
}

/** Everybody who matches the filter, not only the page that is shown. */
export async function allUsers(filter: Filter): Promise<User[]> {
  let reading = await readOnce(filter)
  for (let n = 1; n < READINGS && !reading.isWhole; n += 1) reading = await readOnce(filter)
  return reading.users
}
