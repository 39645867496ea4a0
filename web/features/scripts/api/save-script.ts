import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataOf, RequestError } from '../../../lib/backend/request-error.ts'
import { requireSession } from '../../../lib/backend/require-session.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { type StoredScript, storedScript } from './script.ts'
import { scriptKeys } from './script-keys.ts'

type Save = {
  title: string
  text: string
  /** Null: a new script. */
  scriptId: string | null
  conversationId: string | null
  /** The state that was read; null writes over whatever is there. */
  expectedUpdatedAt: string | null
  /** The same twice makes one new script. */
  creationKey: string
  /** The answer that the text is, if it is one. */
  basis: string | null
}

/** Codes of refusals: there is no title; somebody else saved it since; somebody deleted it. */
export const TITLE_EMPTY = 'title_is_empty'
export const SCRIPT_CHANGED = 'script_changed'
export const SCRIPT_MISSING = 'script_not_found'

async function saveScript(save: Save): Promise<StoredScript> {
  await requireSession()
  if (save.title.trim() === '') throw new RequestError(TITLE_EMPTY, TITLE_EMPTY)
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
  return { ...storedScript(row), basis: save.basis }
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
    // Without a connection it fails at once, with a sentence, instead of waiting unseen.
    networkMode: 'always',
    onSuccess: (saved) => afterSaving(queryClient, saved),
  })
}
