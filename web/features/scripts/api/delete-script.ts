import { useMutation, useQueryClient } from '@tanstack/react-query'
import { expectSuccess } from '../../../lib/backend/request-error.ts'
import { requireSession } from '../../../lib/backend/require-session.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import type { Deletion, ScriptPages } from './saved-scripts.ts'
import { scriptKeys } from './script-keys.ts'

async function deleteScript({ scriptId, withChats }: Deletion): Promise<void> {
  await requireSession()
  await expectSuccess(
    supabase().rpc('delete_script', { script_id: scriptId, delete_chats: withChats }),
  )
}

export function without(pages: ScriptPages, scriptId: string): ScriptPages {
  return {
    ...pages,
    pages: pages.pages.map(({ scripts, next }) => ({
      scripts: scripts.filter(({ id }) => id !== scriptId),
      next,
    })),
  }
}

/** useSavedScripts hides the script while this is pending: if it fails, the script reappears. */
export function useDeleteScript(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: scriptKeys.deletion,
    mutationFn: deleteScript,
    onSuccess: (_nothing, { scriptId }) => {
      queryClient.setQueryData<ScriptPages>(
        scriptKeys.saved(userId),
        (pages) => pages && without(pages, scriptId),
      )
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: scriptKeys.all }),
  })
}
