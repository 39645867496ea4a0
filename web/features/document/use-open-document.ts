import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useState } from 'react'
import {
  type NavigateFunction,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
} from 'react-router'
import { draftStorage } from '../../lib/draft-storage.ts'
import { newId } from '../../lib/ids.ts'
import { useStable } from '../../lib/use-stable.ts'
import { draftKey, nothingOpen, titleOwner } from './drafts.ts'
import {
  editorPath,
  followDocument,
  type HistoryState,
  historyStateOf,
  keepsDocument,
  type Screen,
  openId,
} from './address.ts'
import {
  type Action,
  type OpenDocument,
  openDocument,
  reduce,
  titleWrites,
} from './open-document.ts'
import { openTextQuery } from './open-text.ts'

/** The query for the latest conversation about a script, saved or not. */
export type LatestConversation = (
  userId: string,
  scriptId: string,
) => UseQueryOptions<string | null, Error, string | null, readonly ['chat', 'latest', string]>

/**
 * The open document as the address and the user's actions make it. Opening another document goes through
 * the router, which may ask first; what happens to the open one is dispatched, and the address follows.
 */
export function useOpenDocument(userId: string, latestConversation: LatestConversation) {
  const navigate = useNavigate()
  const location = useLocation()
  const navigationType = useNavigationType()
  const scriptParam = useParams()['scriptId']

  const { chat: chatOfEntry = null, screen = null } = historyStateOf(location)

  function opening() {
    const scriptId = openId(scriptParam)
    const conversationId = scriptId === null ? null : historyStateOf(location).chat
    const owner = titleOwner({ scriptId, conversationId })
    return {
      entry: location.key,
      screen,
      documentId: newId(),
      workId: scriptId === null ? newId() : null,
      isFresh: scriptId === null,
      creationKey: newId(),
      scriptId,
      conversationId,
      typedTitle: draftStorage.read(draftKey('title', userId, owner)),
    }
  }
  const [state, dispatch] = useReducer(reduce, undefined, () => openDocument(opening()))
  let open = state
  if (state.entry !== location.key) {
    const action: Action = keepsDocument(location, navigationType, state)
      ? { type: 'entry replaced', entry: location.key, screen }
      : { type: 'opened', ...opening() }
    dispatch(action)
    open = reduce(state, action)
  }

  const [actions] = useState(() => documentActions(open, dispatch, { userId, navigate }))
  const { updateAddress, openConversation, follow } = actions
  useLayoutEffect(() => follow(open, { userId, navigate }), [follow, open, userId, navigate])

  const { scriptId } = open
  const latest = useLatest(latestConversation(userId, scriptId ?? ''), open, openConversation)
  // The history entry below a screen lacks what happened while it was open, such as a first save.
  const catchUp = useEffectEvent((entry: string) => {
    if (entry !== open.entry) return
    const isSameScript = openId(scriptParam) === scriptId
    if (!isSameScript || chatOfEntry !== (open.conversationId ?? null)) updateAddress()
  })
  useEffect(() => catchUp(location.key), [location.key])

  // A new document needs no request: it has no text yet.
  const { data, error, refetch } = useQuery({
    ...openTextQuery(userId, scriptId ?? ''),
    enabled: open.workId === null && scriptId !== null,
  })
  /** The text as found by its id. */
  const opened = useStable({ data, error, refetch })
  const workId = open.workId ?? data?.workId ?? null

  return useStable({
    ...actions,
    ...latest,
    state: open,
    workId,
    opened,
    scriptId,
    screen: open.screen?.name ?? null,
  })
}

type Around = { userId: string; navigate: NavigateFunction }

/** What is done with the open document, also again before React has rendered the last action. */
function documentActions(first: OpenDocument, dispatch: (action: Action) => void, where: Around) {
  let current = first
  let around = where

  const storeTitle = (owner: string, title: string | null) =>
    draftStorage.write(draftKey('title', around.userId, owner), title)

  const act = (action: Action) => {
    const before = current
    current = reduce(before, action)
    for (const { owner, title } of titleWrites(before, current)) storeTitle(owner, title)
    dispatch(action)
  }

  /** Goes to the address of the document that is open already. */
  function navigateWithin(next: Screen | null, replace: boolean): void {
    const { scriptId, conversationId: chat = null } = current
    const historyState: HistoryState = { chat, isSameDocument: true }
    if (next) historyState.screen = next
    followDocument(scriptId)
    // An entry is there together with what it shows, so that Back finds what it closes.
    void around.navigate(editorPath(scriptId), { state: historyState, replace, flushSync: true })
  }
  const updateAddress = () => navigateWithin(current.screen, true)
  const discardTitle = () => act({ type: 'title discarded' })

  return {
    follow: (open: OpenDocument, now: Around) => {
      current = open
      around = now
    },
    latestState: () => current,
    act,
    updateAddress,
    discardTitle,
    openScreen: (name: Screen['name']) => {
      const { entry, screen: shown } = current
      if (!shown) navigateWithin({ name, over: entry }, false)
    },
    closeScreen: () => void around.navigate(-1),
    openConversation: (conversationId: string) => {
      act({ type: 'conversation opened', conversationId })
      updateAddress()
    },
    /** Opens another document; the router asks first if there are unsaved changes. */
    openOther: (id: string, chat: string) =>
      void around.navigate(editorPath(id), { state: { chat } }),
    openNew: () => {
      // A new document starts untitled, whatever an abandoned one was called.
      const isNew = current.scriptId === null && !current.conversationId
      if (!isNew) storeTitle(titleOwner(nothingOpen), null)
      void around.navigate(editorPath(null), { state: { chat: null }, replace: isNew })
    },
    /** The open conversation is deleted. */
    closeDeleted: () => {
      // The script, and with it its title, outlives the conversation.
      if (current.scriptId === null) discardTitle()
      const historyState = { chat: null, mayDiscard: true }
      void around.navigate(editorPath(null), { state: historyState, replace: true })
    },
  }
}

/** The conversation that is open: the latest one of the script, until another one is chosen. */
function useLatest(
  query: ReturnType<LatestConversation>,
  { scriptId, conversationId }: OpenDocument,
  openConversation: (conversationId: string) => void,
) {
  const isWanted = scriptId !== null && conversationId === undefined
  const latest = useQuery({ ...query, enabled: isWanted })
  const latestId = isWanted ? latest.data : undefined
  // Pinned once found: a newer conversation elsewhere does not replace this one.
  useEffect(() => {
    if (latestId) openConversation(latestId)
  }, [latestId, openConversation])
  return {
    conversationId: conversationId ?? latestId ?? null,
    // After a failure the query goes on in the background.
    isLoading: isWanted && !latest.isFetched,
    error: latest.error,
  }
}

export type DocumentControl = ReturnType<typeof useOpenDocument>
