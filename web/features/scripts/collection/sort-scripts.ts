import type { SavedScript } from '../api/saved-scripts.ts'

export const scriptOrders = ['modified', 'title', 'created'] as const
export type ScriptOrder = (typeof scriptOrders)[number]

// Made when first needed: it takes as long as drawing a row of cards.
let collator: Intl.Collator | undefined

function byTitle(a: string, b: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  return collator.compare(a, b)
}

// The server's times are all of one zone, so they sort as text, to the microsecond.
const latestFirst = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)

const compare: Record<ScriptOrder, (a: SavedScript, b: SavedScript) => number> = {
  modified: (a, b) => latestFirst(a.updated_at, b.updated_at),
  title: (a, b) => byTitle(a.title, b.title) || latestFirst(a.updated_at, b.updated_at),
  created: (a, b) => latestFirst(a.created_at, b.created_at),
}

export function sortScripts(scripts: readonly SavedScript[], order: ScriptOrder): SavedScript[] {
  return scripts.toSorted(compare[order])
}
