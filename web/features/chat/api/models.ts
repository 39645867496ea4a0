import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { queryClient } from '../../../lib/backend/query-client.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'

export type WriterModel = Database['public']['Functions']['my_models']['Returns'][number]

/** The models that the writer may choose from; which one is chosen follows the writer to other devices. */
export const modelsQuery = queryOptions({
  queryKey: chatKeys.models,
  queryFn: ({ signal }): Promise<WriterModel[]> =>
    dataOf(supabase().rpc('my_models', undefined, { get: true }).abortSignal(signal)),
  ...listRetry,
  staleTime: 30_000,
  refetchOnWindowFocus: true,
})

export const useModels = () => useQuery(modelsQuery)

const knownModels = () => queryClient.getQueryData(modelsQuery.queryKey) ?? []

/** The model that is wanted beside the chosen one; undefined if it is the same one, or not available any more. */
export const secondModel = (wanted: string | undefined, models = knownModels()) =>
  models.find(({ id, is_chosen }) => id === wanted && !is_chosen)?.id

/** The model to ask for; undefined if there is nothing to choose, so the server decides. */
export function chosenModel(): string | undefined {
  const models = knownModels()
  return models.length > 1 ? models.find(({ is_chosen }) => is_chosen)?.id : undefined
}

/** Call after an admin has changed the offered models. */
export const forgetModels = () => queryClient.invalidateQueries({ queryKey: chatKeys.models })

/** Remembered for the next prompt, on every device. Shown as chosen at once. */
export function useChooseModel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => expectSuccess(supabase().rpc('choose_model', { model_id: id })),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: chatKeys.models })
      client.setQueryData(modelsQuery.queryKey, (list) =>
        list?.map((model) => ({ ...model, is_chosen: model.id === id })),
      )
    },
    onError: forgetModels,
  })
}
