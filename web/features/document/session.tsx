import { useQuery } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect } from 'react'
import { useStable } from '../../lib/use-stable.ts'
import { scriptQuery } from '../scripts/api/script.ts'
import { useDocumentText } from './document-text.ts'
import { movePrompt, nothingOpen, promptOwner } from './drafts.ts'
import { titleState } from './open-document.ts'
import { useSaving } from './saving.ts'
import { useScopeStore } from './scope/kept-scope.ts'
import { usePanelEntry, useScreen } from './screens.ts'
import { useScriptChanges } from './script-changes.ts'
import { type LatestConversation, useOpenDocument } from './use-open-document.ts'

/**
 * What is open: its id, title and text, what is stored and what is saved, the conversation, the scope of prompts. The
 * address decides which document it is. Created once by the route; everything else reads it with `useSession`.
 */
export function useDocumentSession(
  userId: string,
  latestConversation: LatestConversation,
  onSaved: () => void,
) {
  const document = useOpenDocument(userId, latestConversation)
  const { scriptId, state, act, updateAddress } = document
  const saved = useQuery({
    ...scriptQuery(userId, scriptId ?? ''),
    enabled: scriptId !== null && !state.isFresh,
  })
  /** The script as last saved; null for a new one. */
  const script = saved.data ?? null
  useScriptChanges(document, userId)
  const text = useDocumentText(userId, document, saved.data)
  const { title, pageTitle, isUnsaved } = titleState(state, script, text.text)
  const save = useSaving({ userId, document, script, title, text, onSaved })
  const scope = useScopeStore(userId, text)
  const screen = useScreen(document)
  usePanelEntry(document)

  // A new script gets its address once something is written, so that a reload or another tab leads back to it.
  const { workId } = state
  const begin = useCallback(() => {
    if (scriptId !== null || workId === null) return
    movePrompt(userId, promptOwner(nothingOpen), workId)
    act({ type: 'text begun' })
    updateAddress()
  }, [userId, scriptId, workId, act, updateAddress])
  const isBegun = scriptId === null && text.isLoaded && text.text.trim() !== ''
  useEffect(() => {
    if (isBegun) begin()
  }, [isBegun, begin])

  // Not before everything is known: a title that arrives late would replace what is being typed.
  const isScriptKnown = state.isFresh || (saved.data !== undefined && text.isLoaded)
  return useStable({
    ...document,
    userId,
    /** Of the text, also before it has an address. */
    id: document.workId ?? state.documentId,
    script,
    text,
    title,
    pageTitle,
    isUnsaved,
    save,
    scope,
    screen,
    /** For something else than text that belongs to it now. */
    begin,
    isKnown: !document.isLoading && (scriptId === null || isScriptKnown),
    /** There is no such script, and none was begun here. */
    isMissing: saved.data === null && document.opened.data === null && workId === null,
    loadError: saved.error ?? (scriptId === null ? null : document.opened.error),
  })
}

export type DocumentSession = ReturnType<typeof useDocumentSession>

const Session = createContext<DocumentSession | null>(null)

export const SessionProvider = Session

export function useSession(): DocumentSession {
  const session = useContext(Session)
  if (!session) throw new Error('No document is open.')
  return session
}
