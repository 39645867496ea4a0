import type { Location } from 'react-router'

/** Stored with the history entry, so that a reload or Back opens the same conversation. */
export type HistoryState = {
  chat?: string | null
  /** Only the address changes; the document stays open. */
  isSameDocument?: boolean
  /** The document is gone or given up: leave without asking. */
  mayDiscard?: boolean
}

export const historyStateOf = (location: Location) => (location.state ?? {}) as HistoryState

/** Going back to an entry with this flag opens the document of that entry. */
export const keepsDocument = (location: Location, navigationType: string): boolean =>
  navigationType !== 'POP' && historyStateOf(location).isSameDocument === true

export const mayDiscard = (location: Location, navigationType: string): boolean =>
  navigationType !== 'POP' && historyStateOf(location).mayDiscard === true

/** /editor and /editor/new are a script that is not saved yet. */
export const savedScriptId = (param: string | undefined): string | null =>
  param === undefined || param === 'new' ? null : param

export const editorPath = (scriptId: string | null) => `/editor/${scriptId ?? 'new'}`
