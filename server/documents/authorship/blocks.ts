import type { WordShares } from '../../../contract/authorship.ts'

export type Column = { title: string; cells: number; align?: 'right' }

export type TableRow = {
  values: string[]
  /** Shown as a small bar behind the values. */
  shares?: WordShares
  /** The origin whose colour is shown in front of the values. */
  swatch?: keyof WordShares
}

/** What a statement consists of, from top to bottom. */
export type Block =
  | { type: 'title' | 'subtitle' | 'heading' | 'paragraph' | 'code' | 'opening'; text: string }
  | { type: 'bar'; shares: WordShares }
  | { type: 'fields'; rows: [name: string, value: string][] }
  | { type: 'table'; columns: Column[]; rows: TableRow[] }
