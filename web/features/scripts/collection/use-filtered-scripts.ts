import { useMemo } from 'react'
import { matchingTitles } from '../../../lib/matching-titles.ts'
import { useFoundScripts } from '../api/found-scripts.ts'
import type { SavedScript } from '../api/saved-scripts.ts'
import { sortScripts, type ScriptOrder } from './sort-scripts.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'

const SEARCH_DEBOUNCE = 250

/** Filters by title immediately, and by content on the server, debounced. */
export function useFilteredScripts(
  userId: string,
  scripts: readonly SavedScript[],
  search: string,
  order: ScriptOrder,
) {
  const words = search.trim()
  const debounced = useDebounced(words, SEARCH_DEBOUNCE)
  const { data, isError } = useFoundScripts(userId, debounced)
  const found = debounced === words ? data : undefined
  const ordered = useMemo(() => sortScripts(scripts, order), [scripts, order])
  const shown = useMemo(() => matchingTitles(ordered, words, found), [ordered, words, found])
  return {
    shown,
    isSearching: words !== '',
    isLoading: words !== '' && found === undefined && !(isError && debounced === words),
    onlyTitles: words !== '' && debounced === words && isError,
  }
}
