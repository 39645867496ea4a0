import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { useTableChanges } from '../../../lib/backend/use-table-changes.ts'
import { type SavedScript, type ScriptPages, withEach } from './saved-scripts.ts'
import { scriptKeys } from './script-keys.ts'

type Row = Database['public']['Tables']['tags']['Row']
export type Tag = Pick<Row, 'id' | 'name' | 'color'>
export type TagColor = Row['color']

const keyOf = (userId: string) => ['tags', userId] as const

export const tagsQuery = (userId: string) =>
  queryOptions({
    queryKey: keyOf(userId),
    queryFn: ({ signal }): Promise<Tag[]> =>
      dataOf(
        supabase()
          .from('tags')
          .select('id, name, color')
          .eq('user_id', userId)
          .order('name')
          .abortSignal(signal),
      ),
    ...listRetry,
  })

function changeScripts(
  queryClient: QueryClient,
  userId: string,
  change: (script: SavedScript) => SavedScript,
): void {
  queryClient.setQueryData<ScriptPages>(
    scriptKeys.saved(userId),
    (pages) => pages && withEach(pages, change),
  )
}

type TaggedRow = { id: string; script_id: string; tag_id: string }

/** Adds rows to the list, which may have them already: what is done here is announced as well. */
function addRows(queryClient: QueryClient, userId: string, rows: readonly TaggedRow[]): void {
  const byScript = Map.groupBy(rows, ({ script_id }) => script_id)
  changeScripts(queryClient, userId, (script) => {
    const added = (byScript.get(script.id) ?? []).filter(
      ({ tag_id }) => !script.tags.some((tag) => tag.tag_id === tag_id),
    )
    return added.length === 0 ? script : { ...script, tags: [...script.tags, ...added] }
  })
}

function removeRows(queryClient: QueryClient, userId: string, ids: ReadonlySet<string>): void {
  changeScripts(queryClient, userId, (script) =>
    script.tags.some(({ id }) => ids.has(id))
      ? { ...script, tags: script.tags.filter(({ id }) => !ids.has(id)) }
      : script,
  )
}

const TABLES = ['tags', 'script_tags'] as const

/** Shows what the writer's other tabs and devices do with tags. */
export function useTagChanges(userId: string): void {
  const queryClient = useQueryClient()
  useTableChanges(TABLES, `user_id=eq.${userId}`, (change) => {
    if (change?.table !== 'script_tags')
      void queryClient.invalidateQueries({ queryKey: keyOf(userId) })
    if (!change) void queryClient.invalidateQueries({ queryKey: scriptKeys.saved(userId) })
    else if (change.table !== 'script_tags') return
    else if (change.eventType === 'DELETE')
      removeRows(queryClient, userId, new Set([String(change.old['id'])]))
    else addRows(queryClient, userId, [change.new as TaggedRow])
  })
}

type Tagging = { tagId: string; scripts: readonly SavedScript[]; isOn: boolean }

/** As many ids as the address of a request has room for. */
const PART = 150

function inParts(ids: readonly string[]): string[][] {
  const parts: string[][] = []
  for (let at = 0; at < ids.length; at += PART) parts.push(ids.slice(at, at + PART))
  return parts
}

/** Puts a tag on scripts, or takes it off them. */
export function useTagScripts(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ tagId, scripts, isOn }: Tagging) => {
      const has = ({ tags }: SavedScript) => tags.some(({ tag_id }) => tag_id === tagId)
      const ids = scripts.filter((script) => has(script) !== isOn).map(({ id }) => id)
      for (const part of inParts(ids)) {
        if (isOn) {
          const rows = part.map((script_id) => ({ script_id, tag_id: tagId }))
          const added = await dataOf(
            supabase()
              .from('script_tags')
              .upsert(rows, { onConflict: 'script_id,tag_id,user_id', ignoreDuplicates: true })
              .select('id, script_id, tag_id'),
          )
          addRows(queryClient, userId, added)
        } else {
          const removed = await dataOf(
            supabase()
              .from('script_tags')
              .delete()
              .eq('tag_id', tagId)
              .in('script_id', part)
              .select('id'),
          )
          removeRows(queryClient, userId, new Set(removed.map(({ id }) => id)))
        }
      }
    },
    networkMode: 'always',
  })
}

export function useCreateTag(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (tag: { name: string; color: TagColor }): Promise<Tag> =>
      dataOf(
        supabase()
          .from('tags')
          .insert({ ...tag, name: tag.name.trim() })
          .select('id, name, color')
          .single(),
      ),
    networkMode: 'always',
    onSuccess: (tag) =>
      queryClient.setQueryData<Tag[]>(keyOf(userId), (tags = []) =>
        tags.some(({ id }) => id === tag.id) ? tags : [...tags, tag],
      ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(userId) }),
  })
}

export function useDeleteTag(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (tagId: string) => expectSuccess(supabase().from('tags').delete().eq('id', tagId)),
    networkMode: 'always',
    onSuccess: (_nothing, tagId) => {
      queryClient.setQueryData<Tag[]>(keyOf(userId), (tags) =>
        tags?.filter(({ id }) => id !== tagId),
      )
      changeScripts(queryClient, userId, (script) => ({
        ...script,
        tags: script.tags.filter(({ tag_id }) => tag_id !== tagId),
      }))
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(userId) }),
  })
}
