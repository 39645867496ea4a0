import type { Location } from 'react-router'

/** What is shown in place of the chat and the page, or over them. It has a history entry of its own, so that Back closes it. */
export type Screen = {
  name: 'history' | 'report' | 'panel'
  /** The history entry it was opened from. */
  over: string
}

/** Stored with the history entry, so that a reload or Back opens the same conversation. */
export type HistoryState = {
  chat?: string | null
  /** Only the address changes; the document stays open. */
  isSameDocument?: boolean
  /** The document is gone or given up: leave without asking. */
  mayDiscard?: boolean
  screen?: Screen
}

export const historyStateOf = (location: Location) => (location.state ?? {}) as HistoryState

/**
 * Whether the open document stays open. Going back to an entry opens the document of that entry, except from a
 * screen to what it was opened from, or forward to it again.
 */
export function keepsDocument(
  location: Location,
  navigationType: string,
  { entry, screen }: { entry: string; screen: Screen | null },
): boolean {
  const { isSameDocument = false, screen: next } = historyStateOf(location)
  if (navigationType !== 'POP') return isSameDocument
  return screen?.over === location.key || next?.over === entry
}

export const mayDiscard = (location: Location, navigationType: string): boolean =>
  navigationType !== 'POP' && historyStateOf(location).mayDiscard === true

/** The id in the address; /editor and /editor/new are a script that has not begun. */
export const openId = (param: string | undefined): string | null =>
  param === undefined || param === 'new' ? null : param

let renamed: string | null | undefined

/** To be called before the address follows an open document: there is nothing to load for it. */
export const followDocument = (id: string | null): void => {
  renamed = id
}

/** Whether the navigation that is loading only follows an open document. */
export function isFollowing(id: string | null): boolean {
  const follows = renamed === id
  renamed = undefined
  return follows
}

export const editorPath = (id: string | null) => `/editor/${id ?? 'new'}`
