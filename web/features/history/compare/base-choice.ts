import type { Version } from '../api/history.ts'
import type { Shown } from '../list/list-items.ts'

/** What the shown text is compared with. */
export type BaseChoice = 'previous' | 'nothing' | Shown

type Known = { versions: readonly Version[]; currentId: string | null }

/** The text that a choice means; null for none. */
export function baseOf(
  choice: BaseChoice,
  shown: Shown,
  { versions, currentId }: Known,
): Shown | null {
  if (choice === 'nothing') return null
  if (choice !== 'previous' && choice !== shown) return choice
  const shownId = shown === 'now' ? currentId : shown
  const place = versions.findIndex(({ id }) => id === shownId)
  // Versions are newest first; a current text that is no version yet (-1) comes before them.
  return versions[place + 1]?.id ?? null
}
