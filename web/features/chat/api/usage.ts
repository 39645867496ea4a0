import { queryOptions } from '@tanstack/react-query'
import { MONTHLY_GENERATIONS } from '../../../../contract/limits.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'

export type Allowance = { used: number; most: number }

/** The monthly quota. */
export const allowanceQuery = (userId: string) =>
  queryOptions({
    queryKey: chatKeys.allowance(userId),
    queryFn: async ({ signal }): Promise<Allowance> => {
      const rows = await dataOf(supabase().rpc('generation_allowance').abortSignal(signal))
      return rows[0] ?? { used: 0, most: MONTHLY_GENERATIONS }
    },
  })

/**
 * Whether the quota as it was last read allows a prompt that counts so often. If it does not, it is read again, since an admin may have
 * raised it. The server decides in any case, alone if the quota cannot be read.
 */
export async function hasGenerationsLeft(
  known: Allowance | undefined,
  readAgain: () => Promise<Allowance | undefined>,
  count = 1,
): Promise<boolean> {
  const isLeft = (allowance: Allowance | undefined) =>
    allowance === undefined || allowance.used + count <= allowance.most
  return isLeft(known) || isLeft(await readAgain())
}
