import type { PageHandle, Scope } from '../../document/scope/scope.ts'

/** What prompts are about, as far as it concerns the page. */
export type PageScope = {
  /** Null for the whole script. */
  current: Scope | null
  /** The length of the text that its offsets refer to. */
  textLength: number
  /** Text was selected, or is not any more. */
  onSelected: (scope: Scope | null) => void
  /** Scenes were chosen in their list, or are not any more. */
  onChosen: (scope: Scope | null) => void
  /** The same range, described anew. */
  onDescribed: (scope: Scope) => void
  /** Leads to the prompt. */
  onPrompt: () => void
  /** Leads to the prompt, with the selection or else the scene with the cursor as its scope. */
  onAsk: () => void
  /** The page is shown, or not any more. */
  onPage: (page: PageHandle | null) => void
  /** Whether the cursor is in a scene. */
  onCursor: (isInScene: boolean) => void
}
