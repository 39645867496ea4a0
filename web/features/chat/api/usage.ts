import { useQuery } from '@tanstack/react-query'
import { MONTHLY_GENERATIONS } from '../../../../contract/limits.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'

export type Allowance = { used: number; most: number }

/** The monthly quota. */
export const useAllowance = (userId: string) =>
  useQuery({
    queryKey: chatKeys.allowance(userId),
    queryFn: async ({ signal }): Promise<Allowance> => {
      const rows = await dataOf(supabase().rpc('generation_allowance').abortSignal(signal))
      return rows[0] ?? { used: 0, most: MONTHLY_GENERATIONS }
    },
  })

/** Checked before every prompt. If the check fails, the server decides. */
export async function hasGenerationsLeft(
  userId: string,
  most: number,
  askAgain: () => Promise<Allowance | undefined>,
): Promise<boolean> {
  const { data, error } = await supabase()
    .from('api_usage')
    .select('monthly_generations')
    .eq('user_id', userId)
    .maybeSingle()
  if (error !== null || (data?.monthly_generations ?? 0) < most) return true
  // An admin may have raised the limit since the page was loaded.
  const allowance = await askAgain()
  return allowance === undefined || allowance.used < allowance.most
}
