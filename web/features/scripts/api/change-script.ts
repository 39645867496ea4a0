import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { requireSession } from '../../../lib/backend/require-session.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { type ScriptPages, withEach } from './saved-scripts.ts'
import { scriptKeys } from './script-keys.ts'

type Renaming = { scriptId: string; title: string }

export function useRenameScript(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ scriptId, title }: Renaming) => {
      await requireSession()
      await expectSuccess(supabase().rpc('rename_script', { script_id: scriptId, title }))
    },
    networkMode: 'always',
    onSuccess: (_nothing, { scriptId, title }) => {
      queryClient.setQueryData<ScriptPages>(
        scriptKeys.saved(userId),
        (pages) =>
          pages &&
          withEach(pages, (script) =>
            script.id === scriptId ? { ...script, title: title.trim() } : script,
          ),
      )
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: scriptKeys.all }),
  })
}

/** Resolves with the id of the new script when it is in the list. */
export function useDuplicateScript() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (scriptId: string) => {
      await requireSession()
      return dataOf(supabase().rpc('duplicate_script', { script_id: scriptId }))
    },
    networkMode: 'always',
    onSettled: () => queryClient.invalidateQueries({ queryKey: scriptKeys.all }),
  })
}
