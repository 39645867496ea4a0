import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

async function countPending(): Promise<number> {
  const answer = await supabase()
    .from('profiles')
    .select('*', { count: 'exact', head: true })
    .eq('role', 'scriptwriter')
    .eq('approved', false)
  return dataOf(Promise.resolve({ ...answer, data: answer.count }))
}

export const pendingQuery = queryOptions({ queryKey: adminKeys.pending, queryFn: countPending })
