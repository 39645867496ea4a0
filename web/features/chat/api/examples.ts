import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, RequestError } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'

export type Example = Database['public']['Functions']['list_examples']['Returns'][number]

/** All of a user's examples, or those with these ids. */
export type ExampleSource = { userId: string } | { ids: readonly string[] }

/** The error code if no example was changed, because it was deleted or the user lost access. */
export const EXAMPLE_UNCHANGED = 'example_unchanged'

const PAGE_SIZE = 50

const rows = () => supabase().from('golden_examples')

/** Newest first, without the whole texts. */
export const examplesQuery = (source: ExampleSource, words: string) =>
  infiniteQueryOptions({
    queryKey: chatKeys.examples('ids' in source ? source.ids : source.userId, words),
    queryFn: ({ pageParam: from, signal }): Promise<Example[]> => {
      const examples = supabase().rpc('list_examples', { query: words })
      const chosen = 'ids' in source ? examples.in('id', source.ids) : examples
      return dataOf(chosen.range(from, from + PAGE_SIZE - 1).abortSignal(signal))
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE,
    ...listRetry,
    placeholderData: keepPreviousData,
  })

export const exampleTextQuery = (exampleId: string) =>
  queryOptions({
    queryKey: chatKeys.exampleText(exampleId),
    queryFn: async ({ signal }) => {
      const row = await dataOf(
        rows().select('content').eq('id', exampleId).abortSignal(signal).maybeSingle(),
      )
      return row.content
    },
    ...listRetry,
    // An example's text never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

type ExampleChange = { id: string; disabled: boolean }

async function changeExample({ id, disabled }: ExampleChange): Promise<void> {
  const changed = await dataOf(rows().update({ disabled }).eq('id', id).select('id'))
  if (changed.length === 0) throw new RequestError('', EXAMPLE_UNCHANGED)
}

async function deleteExample(id: string): Promise<void> {
  const deleted = await dataOf(rows().delete().eq('id', id).select('id'))
  if (deleted.length > 0) return
  // Either already deleted in another tab, or not deleted because the user lost access.
  const left = await dataOf(rows().select('id').eq('id', id))
  if (left.length > 0) throw new RequestError('', EXAMPLE_UNCHANGED)
}

function useExampleMutation<Variables>(mutationFn: (variables: Variables) => Promise<void>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    networkMode: 'always',
    onSettled: () => queryClient.invalidateQueries({ queryKey: chatKeys.everyExample }),
  })
}

export const useChangeExample = () => useExampleMutation(changeExample)

/** Afterwards the message that the example came from can be saved again. */
export const useDeleteExample = () => useExampleMutation(deleteExample)
