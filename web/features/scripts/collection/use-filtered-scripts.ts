import { useMemo } from 'react'
import { matchingTitles } from '../../../lib/matching-titles.ts'
import { useFoundScripts } from '../api/found-scripts.ts'
import type { SavedScript } from '../api/saved-scripts.ts'
import { sortScripts, type ScriptOrder } from './sort-scripts.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'

const SEARCH_DEBOUNCE = 250

/** `tags`: the ids of tags of which a script has to have one; all scripts if there are none. */
type Filter = { search: string; order: ScriptOrder; tags: ReadonlySet<string> }

/** Filters by title and tag immediately, and by content on the server, debounced. */
export function useFilteredScripts(
  userId: string,
  scripts: readonly SavedScript[],
  { search, order, tags }: Filter,
) {
  const words = search.trim()
  const debounced = useDebounced(words, SEARCH_DEBOUNCE)
  const { data, isError } = useFoundScripts(userId, debounced)
  const found = debounced === words ? data : undefined
  const ordered = useMemo(() => {
    const tagged =
      tags.size === 0
        ? scripts
        : scripts.filter((script) => script.tags.some(({ tag_id }) => tags.has(tag_id)))
    return sortScripts(tagged, order)
  }, [scripts, tags, order])
  const shown = useMemo(() => matchingTitles(ordered, words, found), [ordered, words, found])
  return {
    shown,
    isFiltering: words !== '' || tags.size > 0,
    isLoading: words !== '' && found === undefined && !(isError && debounced === words),
    onlyTitles: words !== '' && debounced === words && isError,
  }
}
