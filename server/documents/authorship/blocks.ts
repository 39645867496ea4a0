import type { WordShares } from '../../../contract/authorship.ts'

export type Column = { title: string; cells: number; align?: 'right' }

export type TableRow = {
  values: string[]
  /** Drawn as a small bar to the right of the values. */
  shares?: WordShares
  /** The origin whose colour is shown in front of the values. */
  swatch?: keyof WordShares
}

/** One part of a statement, which lists them from top to bottom. */
export type Block =
  | { type: 'title' | 'subtitle' | 'heading' | 'paragraph' | 'code' | 'opening'; text: string }
  | { type: 'bar'; shares: WordShares }
  | { type: 'fields'; rows: [name: string, value: string][] }
  | { type: 'table'; columns: Column[]; rows: TableRow[] }
