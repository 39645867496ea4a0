import type { SavedScript } from '../api/saved-scripts.ts'

export const scriptOrders = ['modified', 'title', 'created'] as const
export type ScriptOrder = (typeof scriptOrders)[number]

// Created on first use: constructing a collator is slow.
let collator: Intl.Collator | undefined

function byTitle(a: string, b: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  return collator.compare(a, b)
}

// Timestamps are all in UTC, so they sort as text, to the microsecond.
const latestFirst = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)

const compare: Record<ScriptOrder, (a: SavedScript, b: SavedScript) => number> = {
  modified: (a, b) => latestFirst(a.modified_at, b.modified_at),
  title: (a, b) => byTitle(a.title, b.title) || latestFirst(a.modified_at, b.modified_at),
  created: (a, b) => latestFirst(a.created_at, b.created_at),
}

export function sortScripts(scripts: readonly SavedScript[], order: ScriptOrder): SavedScript[] {
  return scripts.toSorted(compare[order])
}
