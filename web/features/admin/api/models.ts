import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type AdminModels,
  type AdminModelsAnswer,
  type AdminModelsRequest,
  ENVIRONMENT_MODEL,
  type LocalModels,
  type ConnectionTrouble,
} from '../../../../contract/models.ts'
import { callFunction } from '../../../lib/backend/functions.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { errorText } from '../../../error-text.ts'
import { adminModelsMessages as words } from '../../../messages/admin-models.ts'
import { showToast } from '../../../ui/feedback/toast.ts'

const ask = <Answer>(body: AdminModelsRequest) => callFunction<Answer>('admin-models', { body })

const KEY = ['admin', 'models'] as const

/** Refetched now and then, because another admin may change it. */
export const modelsQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await ask<AdminModelsAnswer>({ action: 'list' })).state,
  ...listRetry,
  refetchInterval: 15_000,
  refetchOnWindowFocus: true,
})

export const localQuery = queryOptions({
  queryKey: ['admin', 'local-models'],
  queryFn: async () => (await ask<LocalModels>({ action: 'find-local' })).local,
  retry: false,
})

type Change = Exclude<AdminModelsRequest, { action: 'find-local' }>

/** Optimistic update of the default and the offered models; other changes wait for the response. */
function expected(state: AdminModels | undefined, request: Change): AdminModels | undefined {
  if (!state) return undefined
  if (request.action === 'default')
    return { ...state, defaultModel: request.modelId ?? ENVIRONMENT_MODEL }
  if (request.action !== 'offer') return state
  const { modelId, offered } = request
  const connections = state.connections.map((connection) => ({
    ...connection,
    models: connection.models.map((model) =>
      model.id === modelId ? { ...model, offered } : model,
    ),
  }))
  return { ...state, connections }
}

/** Every change responds with the new state. */
export function useManageModels() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: Change) => ask<AdminModelsAnswer>(request),
    onMutate: async (request) => {
      await queryClient.cancelQueries({ queryKey: KEY })
      queryClient.setQueryData<AdminModels>(KEY, (state) => expected(state, request))
    },
    onSuccess: ({ state }) => queryClient.setQueryData(KEY, state),
    // Another admin may have changed the state in the meantime.
    onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}

/** A connection that was just saved. */
export type SavedConnection = {
  id: string
  isNew: boolean
  /** Why the provider could not be used; null if it could. */
  trouble: ConnectionTrouble | null
}

/** For controls that have no room for an error message. */
export function showFailure(error: unknown): void {
  showToast({ title: words.errorTitle, message: errorText(error, words.failed), kind: 'error' })
}
