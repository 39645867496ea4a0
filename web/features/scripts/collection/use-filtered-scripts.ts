import { useMemo } from 'react'
import { matchingTitles } from '../../../lib/matching-titles.ts'
import { useFoundScripts } from '../api/found-scripts.ts'
import type { SavedScript } from '../api/saved-scripts.ts'
import { sortScripts, type ScriptOrder } from './sort-scripts.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'

const PAUSE_IN_TYPING = 250

/** Titles are searched at once, texts by the server as soon as the typing pauses. */
export function useFilteredScripts(
  userId: string,
  scripts: readonly SavedScript[],
  search: string,
  order: ScriptOrder,
) {
  const words = search.trim()
  const asked = useDebounced(words, PAUSE_IN_TYPING)
  const { data, isError } = useFoundScripts(userId, asked)
  const found = asked === words ? data : undefined
  const ordered = useMemo(() => sortScripts(scripts, order), [scripts, order])
  const chosen = useMemo(() => matchingTitles(ordered, words, found), [ordered, words, found])
  return {
    chosen,
    isSearching: words !== '',
    isAsking: words !== '' && found === undefined && !(isError && asked === words),
    onlyTitles: words !== '' && asked === words && isError,
  }
}
