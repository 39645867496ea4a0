import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataOf, RequestError } from '../../../lib/backend/request-error.ts'
import { requireSession } from '../../../lib/backend/require-session.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { type Basis, type StoredScript, storedScript } from './script.ts'
import { scriptKeys } from './script-keys.ts'

type Save = {
  title: string
  text: string
  /** Null for a new script. */
  scriptId: string | null
  conversationId: string | null
  /** The version the edit is based on; null overwrites any version. */
  expectedUpdatedAt: string | null
  /** Idempotency key: saving twice with the same key creates one script. */
  creationKey: string
  /** Undefined if there is no chat about the script. */
  basis?: Basis
}

/** Error codes: blank title, newer version on the server, script deleted. */
export const TITLE_EMPTY = 'title_is_empty'
export const SCRIPT_CHANGED = 'script_changed'
export const SCRIPT_MISSING = 'script_not_found'

async function saveScript(save: Save): Promise<StoredScript> {
  await requireSession()
  if (save.title.trim() === '') throw new RequestError('', TITLE_EMPTY)
  const { scriptId, conversationId, expectedUpdatedAt } = save
  const row = await dataOf(
    supabase().rpc('save_script', {
      title: save.title,
      content: save.text,
      ...(conversationId !== null && { conversation_id: conversationId }),
      ...(scriptId === null
        ? { creation_key: save.creationKey }
        : {
            script_id: scriptId,
            ...(expectedUpdatedAt === null
              ? { overwrite: true }
              : { expected_updated_at: expectedUpdatedAt }),
          }),
    }),
  )
  return { ...storedScript(row), ...(save.basis && { basis: save.basis }) }
}

function afterSaving(queryClient: QueryClient, saved: StoredScript): void {
  queryClient.setQueryData(scriptKeys.one(saved.id), saved)
  void queryClient.invalidateQueries({
    queryKey: scriptKeys.all,
    predicate: ({ queryKey }) => queryKey[1] !== 'one',
  })
}

export function useSaveScript() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: saveScript,
    // Fail at once when offline instead of pausing until the connection is back.
    networkMode: 'always',
    onSuccess: (saved) => afterSaving(queryClient, saved),
  })
}
