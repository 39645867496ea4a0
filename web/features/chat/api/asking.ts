export type PromptMode = 'change' | 'ask'

/** How a prompt is to be answered. */
export type Asking = {
  mode: PromptMode
  alternatives: number | null
  /** The part of the script it is about, in a few words; null for all of it. */
  scope: string | null
  /** That part of the script that is sent. Throws if it is gone. */
  targetIn: (script: string) => { start: number; end: number } | null
}

/** The part of the script that a prompt is about is gone. */
export class ScopeGone extends Error {}
