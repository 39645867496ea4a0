export type PromptMode = 'change' | 'ask'

/** How a prompt is to be answered. */
export type Asking = {
  mode: PromptMode
  alternatives: number | null
  /** The part of the script it is about, in a few words; null for all of it. */
  scope: string | null
  /** The range of that part in the script to be sent; null for all of it. Throws if it is gone. */
  targetIn: (script: string) => { start: number; end: number } | null
}

/** The part of the script that a prompt is about is gone. */
export class ScopeGone extends Error {}
