import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import type { Attachment } from '../../document/open-text.ts'
import { chatKeys } from './chat-keys.ts'

const COLUMNS = 'id, name, kind, characters'

/** The files of a text. `known` came with the text, so they are read again only after a change. */
export function useAttachments(workId: string, known: readonly Attachment[] | undefined) {
  return useQuery({
    queryKey: chatKeys.attachments(workId),
    queryFn: ({ signal }): Promise<readonly Attachment[]> =>
      dataOf(
        supabase()
          .from('attachments')
          .select(COLUMNS)
          .eq('work_id', workId)
          .order('created_at')
          .abortSignal(signal),
      ),
    ...listRetry,
    enabled: known !== undefined,
    ...(known && { initialData: known }),
    staleTime: Number.POSITIVE_INFINITY,
    // The next time it is opened, the text comes with newer ones.
    gcTime: 0,
  })
}

type Added = { workId: string; name: string; kind: Attachment['kind']; text: string }

/** Resolves with the attachment, which may have been there already. */
export const addAttachment = ({ workId, ...file }: Added): Promise<Attachment> =>
  dataOf(supabase().rpc('add_attachment', { work_id: workId, ...file }))

/** Shown at once, and taken back if it fails. */
export function useRemoveAttachment(workId: string) {
  const queryClient = useQueryClient()
  const queryKey = chatKeys.attachments(workId)
  return useMutation({
    onMutate: (gone: string) =>
      queryClient.setQueryData<readonly Attachment[]>(queryKey, (list) =>
        list?.filter(({ id }) => id !== gone),
      ),
    mutationFn: (id: string) => expectSuccess(supabase().from('attachments').delete().eq('id', id)),
    networkMode: 'always',
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
