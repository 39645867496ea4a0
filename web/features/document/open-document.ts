import { UNTITLED } from '../../../contract/limits.ts'
import type { StoredScript } from '../scripts/api/script.ts'
import { automaticTitle } from '../scripts/script-title.ts'
import { titleOwner } from './drafts.ts'
import type { Screen } from './address.ts'

/** What the user is asked before going on. */
export type Question = 'changed elsewhere' | 'deleted elsewhere'

/** What the editor has open, and what is happening to it. */
export type OpenDocument = {
  /** The history entry that this state belongs to. */
  entry: string
  /** Shown in place of the chat and the page; belongs to the entry. */
  screen: Screen | null
  /** Stays the same when the document gets a conversation or a script of its own. */
  documentId: string
  /** Sent with a first save: repeating it after a lost response creates no second script. */
  creationKey: string
  /** Chosen here for a new document, whose id it becomes; null for one whose text is found by its id. */
  workId: string | null
  /** Begun here and never saved: only this page and its text know of it. */
  isFresh: boolean
  /** The id in the address, of a script that is saved or not; null until something is written or asked. */
  scriptId: string | null
  /** Undefined until the script's latest conversation is known. */
  conversationId: string | null | undefined
  /** Typed but not saved; null if there is none. */
  typedTitle: string | null
  isSaving: boolean
  question: Question | null
}

type Opening = Pick<
  OpenDocument,
  'entry' | 'screen' | 'workId' | 'isFresh' | 'scriptId' | 'conversationId' | 'typedTitle'
> & {
  documentId: string
  creationKey: string
}

export type Action =
  /** The address leads to another document. */
  | ({ type: 'opened' } & Opening)
  /** A new history entry for the document that is open already. */
  | { type: 'entry replaced'; entry: string; screen: Screen | null }
  /** The script's latest conversation was found, or the first message started one. */
  | { type: 'conversation opened'; conversationId: string }
  /** Something is written, so there is something to come back to. */
  | { type: 'text begun' }
  | { type: 'saved elsewhere' }
  | { type: 'title typed'; title: string }
  | { type: 'title discarded' }
  | { type: 'save started' }
  | {
      type: 'saved'
      /** The values that were sent: the user may have gone on since. */
      documentId: string
      title: string
      conversationId: string | null
      scriptId: string
      /** A copy has a text of its own. */
      workId: string
      /** For the next script that is created from here. */
      creationKey: string
    }
  | { type: 'save failed'; documentId: string; question: Question | null }
  | { type: 'question closed' }

export const openDocument = (opening: Opening): OpenDocument => ({
  ...opening,
  isSaving: false,
  question: null,
})

export function reduce(state: OpenDocument, action: Action): OpenDocument {
  switch (action.type) {
    case 'opened': {
      const { type: _type, ...opening } = action
      // A save that is still running goes on, and blocks the next one.
      return { ...openDocument(opening), isSaving: state.isSaving }
    }
    case 'entry replaced':
      return { ...state, entry: action.entry, screen: action.screen }
    case 'conversation opened':
      return { ...begun(state), conversationId: action.conversationId }
    case 'text begun':
      return begun(state)
    case 'saved elsewhere':
      return { ...state, isFresh: false }
    case 'title typed':
      return { ...state, typedTitle: action.title }
    case 'title discarded':
      return { ...state, typedTitle: null }
    case 'save started':
      return { ...state, isSaving: true }
    case 'saved':
      return saved(state, action)
    case 'save failed': {
      const { question } = action
      const isOpen = state.documentId === action.documentId
      return { ...state, isSaving: false, question: isOpen && question ? question : state.question }
    }
    case 'question closed':
      return { ...state, question: null }
    default:
      return action satisfies never
  }
}

const begun = (state: OpenDocument): OpenDocument => ({
  ...state,
  scriptId: state.scriptId ?? state.workId,
})

function saved(state: OpenDocument, action: Extract<Action, { type: 'saved' }>): OpenDocument {
  if (state.documentId !== action.documentId) return { ...state, isSaving: false }
  const { scriptId, workId, conversationId, creationKey } = action
  return {
    ...state,
    creationKey,
    isSaving: false,
    isFresh: false,
    question: null,
    // What was typed while it was being saved is still unsaved.
    typedTitle: state.typedTitle === action.title ? null : state.typedTitle,
    ...(scriptId !== state.scriptId && { scriptId, workId, conversationId }),
  }
}

/** How the title field and the save state follow from the document and what is stored. */
export function titleState(
  { typedTitle }: OpenDocument,
  script: StoredScript | null,
  text: string,
) {
  const savedTitle = script?.title ?? UNTITLED
  const automatic = automaticTitle(script, text)
  const title = typedTitle ?? automatic
  return {
    title,
    pageTitle: title.trim() === '' ? automatic : title,
    // A title that nobody typed is saved with the text and is no change of its own.
    isUnsaved: (typedTitle ?? savedTitle) !== savedTitle || text !== (script?.text ?? ''),
  }
}

/** Whether the title was changed both here and elsewhere since `read`. */
export const titleOverlaps = (
  typedTitle: string | null,
  read: StoredScript,
  theirs: StoredScript,
): boolean =>
  typedTitle !== null &&
  typedTitle !== read.title &&
  typedTitle !== theirs.title &&
  theirs.title !== read.title

export type TitleWrite = { owner: string; title: string | null }

/** What to write to the stored drafts: a typed title follows its document. */
export function titleWrites(before: OpenDocument, after: OpenDocument): TitleWrite[] {
  // Another document has its own stored title.
  if (before.documentId !== after.documentId) return []
  const [from, to] = [titleOwner(before), titleOwner(after)]
  if (from === to)
    return before.typedTitle === after.typedTitle ? [] : [{ owner: to, title: after.typedTitle }]
  return [
    ...(before.typedTitle === null ? [] : [{ owner: from, title: null }]),
    ...(after.typedTitle === null ? [] : [{ owner: to, title: after.typedTitle }]),
  ]
}
