import { useQueryClient } from '@tanstack/react-query'
import { dataOf } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'
import { useTableChanges } from '../../lib/backend/table-changes.ts'
import { isId } from '../../lib/ids.ts'
import { scriptKeys, scriptQuery, type StoredScript } from '../scripts/api/script.ts'
import type { DocumentControl } from './use-open-document.ts'

const TABLES = ['scripts'] as const

/**
 * Shows what other tabs and devices save. A title that is being typed here is not replaced: saving it then
 * finds out whether both were changed.
 */
export function useScriptChanges({ latestState, act }: DocumentControl, userId: string): void {
  const queryClient = useQueryClient()

  async function update(scriptId: string, updatedAt: string): Promise<void> {
    const queryKey = scriptKeys.one(scriptId)
    const isSeen = () =>
      queryClient.getQueryData<StoredScript | null>(queryKey)?.updatedAt === updatedAt
    const { scriptId: openId, typedTitle, isSaving } = latestState()
    if (openId !== scriptId || typedTitle !== null || isSaving || isSeen()) return
    await queryClient.invalidateQueries({ queryKey })
  }

  async function catchUp(): Promise<void> {
    const { scriptId } = latestState()
    if (scriptId === null || !isId(scriptId)) return
    const rows = await dataOf(
      supabase().from('scripts').select('updated_at').eq('id', scriptId),
      // The next change or reconnect tries again.
    ).catch(() => [])
    if (!rows[0]) return
    await firstSave(scriptId)
    await update(scriptId, rows[0].updated_at)
  }

  /** What is open here was saved for the first time in another tab. */
  async function firstSave(id: string): Promise<void> {
    const isKnown = Boolean(queryClient.getQueryData(scriptKeys.one(id)))
    if (latestState().scriptId !== id || latestState().isSaving || isKnown) return
    const query = { ...scriptQuery(userId, id), staleTime: 0 }
    // The next change or reconnect tries again.
    const saved = await queryClient.fetchQuery(query).catch(() => null)
    if (saved && latestState().scriptId === id) act({ type: 'saved elsewhere' })
  }

  useTableChanges(TABLES, `user_id=eq.${userId}`, (change) => {
    if (!change) void catchUp()
    else if (change.eventType === 'INSERT') void firstSave(String(change.new['id']))
    else if (change.eventType === 'UPDATE') {
      const { id, updated_at: updatedAt } = change.new as { id: string; updated_at: string }
      void update(id, updatedAt)
    }
  })
}
