import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { useTableChanges } from '../../../lib/backend/table-changes.ts'
import { type SavedScript, type ScriptPages, withEach } from './saved-scripts.ts'
import { scriptKeys } from './script.ts'
import { plainName } from '../../../../contract/plain-name.ts'

type Row = Database['public']['Tables']['tags']['Row']
export type Tag = Pick<Row, 'id' | 'name' | 'color'>
export type TagColor = Row['color']

const tagsKey = (userId: string) => ['tags', userId] as const

export const tagsQuery = (userId: string) =>
  queryOptions({
    queryKey: tagsKey(userId),
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

/** Adds rows to the list, which may have them already: what is done here is shown before, and announced as well. */
function addRows(queryClient: QueryClient, userId: string, rows: readonly TaggedRow[]): void {
  const byScript = Map.groupBy(rows, ({ script_id }) => script_id)
  changeScripts(queryClient, userId, (script) => {
    const added = (byScript.get(script.id) ?? []).filter(
      (row) => !script.tags.some(({ id }) => id === row.id),
    )
    if (added.length === 0) return script
    const others = script.tags.filter(({ tag_id }) => !added.some((row) => row.tag_id === tag_id))
    return { ...script, tags: [...others, ...added] }
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
      void queryClient.invalidateQueries({ queryKey: tagsKey(userId) })
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

/** The ids of the scripts that it changes. */
function changedBy({ tagId, scripts, isOn }: Tagging): string[] {
  const has = ({ tags }: SavedScript) => tags.some(({ tag_id }) => tag_id === tagId)
  return scripts.filter((script) => has(script) !== isOn).map(({ id }) => id)
}

/** Shows it before the server has it: with a row whose id is not known yet. */
function show(queryClient: QueryClient, userId: string, tagging: Tagging, isOn: boolean): void {
  const { tagId } = tagging
  const ids = new Set(changedBy(tagging))
  changeScripts(queryClient, userId, (script) => {
    if (!ids.has(script.id)) return script
    const others = script.tags.filter(({ tag_id }) => tag_id !== tagId)
    return { ...script, tags: isOn ? [...others, { id: '', tag_id: tagId }] : others }
  })
}

/** Puts a tag on scripts, or takes it off them. Shown at once, and taken back if it fails. */
export function useTagScripts(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    // One after the other: a box that is checked and unchecked quickly ends unchecked.
    scope: { id: 'tagging' },
    onMutate: (tagging) => show(queryClient, userId, tagging, tagging.isOn),
    onError: (_error, tagging) => {
      show(queryClient, userId, tagging, !tagging.isOn)
      void queryClient.invalidateQueries({ queryKey: scriptKeys.saved(userId) })
    },
    mutationFn: async (tagging: Tagging) => {
      const { tagId, isOn } = tagging
      for (const part of inParts(changedBy(tagging))) {
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
          .insert({ ...tag, name: plainName(tag.name) })
          .select('id, name, color')
          .single(),
      ),
    networkMode: 'always',
    onSuccess: (tag) =>
      queryClient.setQueryData<Tag[]>(tagsKey(userId), (tags = []) =>
        tags.some(({ id }) => id === tag.id) ? tags : [...tags, tag],
      ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: tagsKey(userId) }),
  })
}

/** Shown at once, and taken back if it fails. */
export function useRenameTag(userId: string) {
  const queryClient = useQueryClient()
  const rename = (tagId: string, name: string) =>
    queryClient.setQueryData<Tag[]>(tagsKey(userId), (tags) =>
      tags?.map((tag) => (tag.id === tagId ? { ...tag, name } : tag)),
    )
  return useMutation({
    onMutate: ({ tag, name }) => void rename(tag.id, name),
    mutationFn: ({ tag, name }: { tag: Tag; name: string }) =>
      expectSuccess(supabase().from('tags').update({ name }).eq('id', tag.id)),
    networkMode: 'always',
    onError: (_error, { tag }) => void rename(tag.id, tag.name),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: tagsKey(userId) }),
  })
}

export function useDeleteTag(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (tagId: string) => expectSuccess(supabase().from('tags').delete().eq('id', tagId)),
    networkMode: 'always',
    onSuccess: (_nothing, tagId) => {
      queryClient.setQueryData<Tag[]>(tagsKey(userId), (tags) =>
        tags?.filter(({ id }) => id !== tagId),
      )
      changeScripts(queryClient, userId, (script) => ({
        ...script,
        tags: script.tags.filter(({ tag_id }) => tag_id !== tagId),
      }))
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: tagsKey(userId) }),
  })
}
