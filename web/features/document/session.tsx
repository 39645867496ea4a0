import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { scriptQuery, type StoredScript, scriptKeys } from '../scripts/api/script.ts'
import { type DocumentText, useDocumentText } from './document-text.ts'
import { draftKey, movePrompt, nothingOpen, promptOwner } from './drafts.ts'
import { titleState } from './open-document.ts'
import { useSaving } from './saving.ts'
import { sidePanel } from './side-panel.ts'
import {
  type DocumentControl,
  type LatestConversation,
  useOpenDocument,
} from './use-open-document.ts'
import { ChangeSet, Text } from '@codemirror/state'
import { messages } from '../../messages.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { textOf } from './text/changes.ts'
import { type ScopedText, ScopeStore } from './scope/scope-store.ts'
import { giveFocus } from '../../lib/focus.ts'
import { openerOf } from '../../ui/overlay/use-focus-return.ts'
import type { Screen } from './address.ts'
import { draftStorage } from '../../lib/draft-storage.ts'
import type { Scope } from './scope/scope.ts'
import { isId } from '../../lib/ids.ts'
import { useStore } from '../../lib/store.ts'
import { dataOf } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'
import { useTableChanges } from '../../lib/backend/table-changes.ts'

const words = messages.scope

const TABLES = ['scripts'] as const

/**
 * Shows what other tabs and devices save. A title that is being typed here is not replaced: saving it then
 * finds out whether both were changed.
 */
function useScriptChanges({ latestState, act }: DocumentControl, userId: string): void {
  const queryClient = useQueryClient()

  async function update(scriptId: string, updatedAt: string): Promise<void> {
    const queryKey = scriptKeys.one(scriptId)
    const isSeen = () =>
      queryClient.getQueryData<StoredScript | null>(queryKey)?.updatedAt === updatedAt
    const { scriptId: openId, typedTitle, isSaving } = latestState()
    if (openId !== scriptId || typedTitle !== null || isSaving || isSeen()) return
    await queryClient.invalidateQueries({ queryKey })
  }

  async function catchUp(): Promise<void> {
    const { scriptId } = latestState()
    if (scriptId === null || !isId(scriptId)) return
    const rows = await dataOf(
      supabase().from('scripts').select('updated_at').eq('id', scriptId),
      // The next change or reconnect tries again.
    ).catch(() => [])
    if (!rows[0]) return
    await firstSave(scriptId)
    await update(scriptId, rows[0].updated_at)
  }

  /** What is open here was saved for the first time in another tab. */
  async function firstSave(id: string): Promise<void> {
    const isKnown = Boolean(queryClient.getQueryData(scriptKeys.one(id)))
    if (latestState().scriptId !== id || latestState().isSaving || isKnown) return
    const query = { ...scriptQuery(userId, id), staleTime: 0 }
    // The next change or reconnect tries again.
    const saved = await queryClient.fetchQuery(query).catch(() => null)
    if (saved && latestState().scriptId === id) act({ type: 'saved elsewhere' })
  }

  useTableChanges(TABLES, `user_id=eq.${userId}`, (change) => {
    if (!change) void catchUp()
    else if (change.eventType === 'INSERT') void firstSave(String(change.new['id']))
    else if (change.eventType === 'UPDATE') {
      const { id, updated_at: updatedAt } = change.new as { id: string; updated_at: string }
      void update(id, updatedAt)
    }
  })
}

type Kept = { scope: Scope; print: number }

const scopeKey = (userId: string, workId: string) => draftKey('scope', userId, workId)

/** Tells whether a part of the text is the same (FNV-1a), without storing it. */
function printOf(text: string, { start, end }: Scope): number {
  let print = 0x811c9dc5
  for (let at = start; at < end; at += 1)
    print = Math.imul(print ^ text.charCodeAt(at), 0x01000193) >>> 0
  return print
}

function isKept(value: unknown): value is Kept {
  const { scope, print } = (value ?? {}) as Partial<Kept>
  return (
    typeof print === 'number' && typeof scope?.start === 'number' && typeof scope.end === 'number'
  )
}

/** The scope of an unsent prompt. Like the prompt, it survives a reload. */
const keptScope = {
  /** Null if the part is not where it was: it was changed elsewhere in the meantime. */
  read(userId: string, workId: string, text: string): Scope | null {
    const stored = draftStorage.read(scopeKey(userId, workId))
    if (stored === null) return null
    try {
      const kept: unknown = JSON.parse(stored)
      if (!isKept(kept) || kept.scope.end > text.length) return null
      return printOf(text, kept.scope) === kept.print ? kept.scope : null
    } catch {
      // The stored value is not valid JSON: the prompt is about the whole script.
      return null
    }
  },
  write(userId: string, workId: string, scope: Scope | null, text: string): void {
    const kept = scope && JSON.stringify({ scope, print: printOf(text, scope) })
    draftStorage.write(scopeKey(userId, workId), kept)
  },
}

/** A panel that covers everything is closed with Back, as a screen is. */
function usePanelEntry({ screen, openScreen, closeScreen }: DocumentControl): void {
  const isSheet = useStore(sidePanel.isSheet)
  const isThere = screen === 'panel'
  const wasThere = useRef(false)
  useEffect(() => {
    const isGone = wasThere.current && !isThere
    wasThere.current = isThere
    if (isSheet && isGone) sidePanel.close()
    else if (isSheet && !isThere) openScreen('panel')
    else if (!isSheet && isThere) closeScreen()
  }, [isSheet, isThere, openScreen, closeScreen])
}

/** What is shown in place of the chat and the page, with the focus brought back when it is closed. */
function useScreen({ screen, openScreen, closeScreen }: DocumentControl) {
  const opener = useRef<Element>(null)
  const afterwards = useRef<() => void>(undefined)
  const shown = screen === 'panel' ? null : screen
  const isOpen = shown !== null
  useEffect(() => {
    if (!isOpen) return undefined
    return () => {
      const { current: act } = afterwards
      afterwards.current = undefined
      if (act) act()
      else giveFocus(opener.current)
    }
  }, [isOpen])
  const open = useCallback(
    (name: Screen['name']) => {
      opener.current = openerOf(document.activeElement)
      openScreen(name)
    },
    [openScreen],
  )
  /** `then` runs when the editor is shown again, instead of giving the focus back. */
  const close = useCallback(
    (then?: () => void) => {
      afterwards.current = then
      closeScreen()
    },
    [closeScreen],
  )
  const openHistory = useCallback(() => open('history'), [open])
  const openReport = useCallback(() => open('report'), [open])
  return useMemo(
    () => ({ shown, openHistory, openReport, close }),
    [shown, openHistory, openReport, close],
  )
}

const NO_TEXT: ScopedText = { doc: Text.empty, changesSince: () => ChangeSet.empty(0) }

const tellLost = () => showToast({ title: words.lostTitle, message: words.lost })

/** The part of the open text that prompts are about. */
function useScopeStore(userId: string, { workId, doc, working }: DocumentText): ScopeStore {
  const store = useMemo(() => new ScopeStore(working ?? NO_TEXT, tellLost), [working])
  useLayoutEffect(() => store.follow(doc), [store, doc])

  // Restores the stored scope once the text is loaded, then stores its changes.
  useEffect(() => {
    if (workId === null || !working) return undefined
    let kept = keptScope.read(userId, workId, textOf(working.doc))
    if (kept) store.choose(kept)
    return store.subscribe(() => {
      const { current } = store.snapshot()
      if (current === kept) return
      kept = current
      keptScope.write(userId, workId, current, textOf(store.doc))
    })
  }, [userId, workId, working, store])
  return store
}

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
  return {
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
  }
}

export type DocumentSession = ReturnType<typeof useDocumentSession>

const Session = createContext<DocumentSession | null>(null)

export const SessionProvider = Session

export function useSession(): DocumentSession {
  const session = useContext(Session)
  if (!session) throw new Error('No document is open.')
  return session
}
