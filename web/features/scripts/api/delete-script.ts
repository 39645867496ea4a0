import { useMutation, useQueryClient } from '@tanstack/react-query'
import { expectSuccess } from '../../../lib/backend/request-error.ts'
import { requireSession } from '../../../lib/backend/require-session.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { type Deletion, type ScriptPages, withEach } from './saved-scripts.ts'
import { scriptKeys } from './script-keys.ts'

async function deleteScripts({ scriptIds, withChats }: Deletion): Promise<void> {
  await requireSession()
  const [first, ...others] = scriptIds
  if (first === undefined) return
  await expectSuccess(
    others.length === 0
      ? supabase().rpc('delete_script', { script_id: first, delete_chats: withChats })
      : supabase().rpc('delete_scripts', { script_ids: [...scriptIds], delete_chats: withChats }),
  )
}

/** useSavedScripts hides the scripts while this is pending: if it fails, they reappear. */
export function useDeleteScript(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: scriptKeys.deletion,
    mutationFn: deleteScripts,
    onSuccess: (_nothing, { scriptIds }) => {
      queryClient.setQueryData<ScriptPages>(
        scriptKeys.saved(userId),
        (pages) =>
          pages && withEach(pages, (script) => (scriptIds.includes(script.id) ? null : script)),
      )
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: scriptKeys.all }),
  })
}
