import type { Random } from '../random.ts'
import type { Outline } from '../outline.ts'

/** A whole script, and what was changed. */
export type Changed = { text: string; done: string }

type Draft = { request: string; outline: Outline; random: Random }

/** Returns the changed lines and a description; undefined if the request does not ask for it. */
export type Revision = (draft: Draft) => { lines: string[]; done: string } | undefined
