import type { Location } from 'react-router'

/** Kept with the entry of the browser's history, so that reloading and going back find it again. */
export type DeskState = {
  chat?: string | null
  /** Only the address changes, the work stays on the desk. */
  isSameDesk?: boolean
  /** The person has agreed to lose what is there. */
  isAgreed?: boolean
}

export const deskStateOf = (location: Location) => (location.state ?? {}) as DeskState

/** The same of the entry that the browser opens with, where the router keeps it, before there is one. */
export function deskStateAtOpening(): DeskState {
  const { usr } = (window.history.state ?? {}) as { usr?: DeskState | null }
  return usr ?? {}
}

/** /editor and /editor/new are a script that was not saved yet. */
export const savedScriptId = (named: string | undefined): string | null =>
  named === undefined || named === 'new' ? null : named
