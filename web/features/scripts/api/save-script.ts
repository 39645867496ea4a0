import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { dataOf, RequestError } from '../../../lib/backend/request-error.ts'
import { requireSession, SIGNED_OUT } from '../../../lib/backend/require-session.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { type StoredScript, scriptKeys } from './script.ts'
import { errorText } from '../../../error-text.ts'
import { messages } from '../../../messages.ts'
import type { Toast } from '../../../ui/feedback/toast.ts'

type Save = {
  title: string
  /**
   * Called when the title is known to be valid; may store the text first. With the revision that the server has it as, if
   * it does: then it is not sent again. `isStale` if the server has another one by now.
   */
  text: (isStale: boolean) => Promise<{ text: string; revision: number | null }>
  /** Null for a new script. */
  scriptId: string | null
  conversationId: string | null
  /** The version the edit is based on; null overwrites any version. */
  expectedUpdatedAt: string | null
  /** Idempotency key: saving twice with the same key creates one script. */
  creationKey: string
  /** The text that a new script takes over with its history. */
  workId?: string | null
}

/** Error codes: blank title, newer version on the server, script deleted. */
const TITLE_EMPTY = 'title_is_empty'
export const SCRIPT_CHANGED = 'script_changed'
export const SCRIPT_MISSING = 'script_not_found'

/** The text was changed elsewhere after it was stored from here. */
const TEXT_CHANGED = 'draft_changed'
/** In a row, each with what the others changed. The text is never sent instead: it would replace theirs. */
const TRIES = 8

type SavedRow = Pick<
  Database['public']['Tables']['scripts']['Row'],
  'id' | 'title' | 'updated_at' | 'work_id'
>

/** The script as saved, and the id of its text. */
type Saved = StoredScript & { workId: string }

async function saveScript(save: Save): Promise<Saved> {
  await requireSession()
  if (save.title.trim() === '') throw new RequestError('', TITLE_EMPTY)
  for (let tries = 1; ; tries += 1) {
    const { text, revision } = await save.text(tries > 1)
    try {
      return await saveText(save, text, revision)
    } catch (error) {
      const isChanged = error instanceof RequestError && error.message === TEXT_CHANGED
      if (!isChanged || tries >= TRIES) throw error
    }
  }
}

async function saveText(save: Save, text: string, revision: number | null): Promise<Saved> {
  const { scriptId, conversationId, workId, expectedUpdatedAt } = save
  const request = supabase().rpc('save_script', {
    title: save.title,
    ...(revision === null ? { content: text } : { revision }),
    ...(conversationId !== null && { conversation_id: conversationId }),
    ...(scriptId === null
      ? { creation_key: save.creationKey, ...(workId && { work_id: workId }) }
      : {
          script_id: scriptId,
          ...(expectedUpdatedAt === null
            ? { overwrite: true }
            : { expected_updated_at: expectedUpdatedAt }),
        }),
  })
  const row = await dataOf(request.select('id, title, updated_at, work_id').single<SavedRow>())
  return { id: row.id, title: row.title, text, updatedAt: row.updated_at, workId: row.work_id }
}

function afterSaving(queryClient: QueryClient, { workId: _workId, ...saved }: Saved): void {
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

const { editor } = messages

/** The toast for a failed save. */
export function saveFailure(error: unknown): Toast {
  const toast = { kind: 'error', isSpecified: true } as const
  if (error instanceof RequestError && error.code === SIGNED_OUT)
    return { ...toast, title: editor.authErrorTitle, message: editor.authError }
  if (error instanceof RequestError && error.code === TITLE_EMPTY)
    return { ...toast, title: editor.validationTitle, message: editor.titleEmpty }
  return { ...toast, title: editor.saveErrorTitle, message: messageOf(error) }
}

function messageOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : ''
  if (reason.includes('JWT')) return editor.saveExpired
  if (error instanceof RequestError && error.isNetwork) return editor.saveNetwork
  const text = errorText(error, '')
  const reasons: Record<string, string> = editor.saveReasons
  return text === '' ? editor.saveDefault : editor.saveFailed(reasons[text] ?? text)
}
