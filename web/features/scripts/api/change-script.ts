import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { requireSession } from '../../../lib/backend/require-session.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { type ScriptPages, withEach, type Deletion } from './saved-scripts.ts'
import { scriptKeys } from './script.ts'

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

async function countChats(userId: string, scriptId: string, signal: AbortSignal): Promise<number> {
  const chats = supabase()
    .from('chat_conversations')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', userId)
    .eq('script_id', scriptId)
    .abortSignal(signal)
  return dataOf(chats.then(({ count, error, status }) => ({ data: count, error, status })))
}

/** How many chats there are about a script; disabled without an id. */
export const useChatCount = (userId: string, scriptId: string | undefined) =>
  useQuery({
    queryKey: scriptKeys.chatCount(scriptId ?? ''),
    queryFn: ({ signal }) => countChats(userId, scriptId ?? '', signal),
    enabled: scriptId !== undefined,
    // Chats are created and deleted in the editor: always count again.
    staleTime: 0,
    gcTime: 0,
  })
