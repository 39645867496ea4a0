import type { Chance } from '../chance.ts'
import type { Outline } from '../outline.ts'

/** What a change is made from. */
type Draft = { request: string; outline: Outline; chance: Chance }

/** The lines after the change, and what was done; undefined when it was not asked for. */
export type Revision = (draft: Draft) => { lines: string[]; done: string } | undefined
