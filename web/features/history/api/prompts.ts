import { queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import type { Version } from './history.ts'

/** Jobs in each request. */
const MAX_JOBS = 50

type Prompt = { id: string; prompt: string }

const promptsQuery = (jobIds: readonly string[]) =>
  queryOptions({
    queryKey: ['history', 'prompts', ...jobIds],
    queryFn: ({ signal }): Promise<Prompt[]> =>
      dataOf(
        supabase()
          .from('generation_jobs')
          .select('id, prompt')
          .in('id', [...jobIds])
          .abortSignal(signal),
      ),
    ...listRetry,
    // A prompt never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Groups of job ids, oldest first: only the last group changes when an answer is added. */
function groupsOf(versions: readonly Version[]): string[][] {
  const ids = [...new Set(versions.flatMap(({ job_id }) => job_id ?? []))].toReversed()
  return Array.from({ length: Math.ceil(ids.length / MAX_JOBS) }, (_, index) =>
    ids.slice(index * MAX_JOBS, (index + 1) * MAX_JOBS),
  )
}

/** The prompts by job id; those not loaded yet are missing. */
export function usePrompts(versions: readonly Version[]): ReadonlyMap<string, string> {
  const groups = useMemo(() => groupsOf(versions), [versions])
  return useQueries({
    queries: groups.map(promptsQuery),
    combine: promptsByJob,
  })
}

function promptsByJob(results: readonly { data?: Prompt[] | undefined }[]) {
  return new Map(results.flatMap(({ data = [] }) => data.map(({ id, prompt }) => [id, prompt])))
}
