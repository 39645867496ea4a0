import { useCallback, useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { messages } from '../../../../messages.ts'
import { showToast } from '../../../../ui/feedback/toast.ts'
import type { PageHandle, PageScope } from '../../../page/scope/page-scope.ts'
import type { DocumentText } from '../use-document-text.ts'
import type { useView } from '../view-choice.ts'
import { keptScope } from './kept-scope.ts'
import { ScopeStore } from './scope-store.ts'

const words = messages.scope

const tellLost = () => showToast({ title: words.lostTitle, message: words.lost })

/** The part of the open text that prompts are about, for the chat and for the page. */
export function useScope(
  userId: string,
  { workId, text, isLoaded, latest }: DocumentText,
  { view, hasBoth, chooseView }: ReturnType<typeof useView>,
) {
  const store = useMemo(() => new ScopeStore(latest, tellLost), [latest])
  const state = useSyncExternalStore(store.subscribe, store.snapshot)
  useLayoutEffect(() => {
    if (isLoaded) store.follow(text)
  }, [store, isLoaded, text])

  // Restores the stored scope once the text is loaded, then stores its changes.
  useEffect(() => {
    if (workId === null || !isLoaded) return undefined
    let kept = keptScope.read(userId, workId, latest())
    if (kept) store.choose(kept)
    return store.subscribe(() => {
      const { current } = store.snapshot()
      if (current === kept) return
      kept = current
      keptScope.write(userId, workId, current, store.text)
    })
  }, [userId, workId, isLoaded, latest, store])

  const forPage = useMemo((): Omit<PageScope, 'current' | 'textLength'> => {
    const onPrompt = () => {
      if (view === 'page') chooseView(hasBoth ? 'both' : 'chat')
      store.askForPrompt()
    }
    return {
      onSelected: store.onSelected,
      onChosen: store.choose,
      onDescribed: store.onDescribed,
      onPage: store.onPage,
      onCursor: store.onCursor,
      onPrompt,
      onAsk: () => {
        store.chooseScene()
        onPrompt()
      },
    }
  }, [store, view, hasBoth, chooseView])
  const { current, textLength } = state
  const page = useMemo(
    (): PageScope => ({ ...forPage, current, textLength }),
    [forPage, current, textLength],
  )

  /** Does something on the page, and shows the page first if necessary. */
  const onPage = useMemo(
    () => (act: (handle: PageHandle) => void) => {
      if (!store.hasPage) chooseView(hasBoth ? 'both' : 'page')
      store.onceShown(act)
    },
    [store, hasBoth, chooseView],
  )
  /** Moves the focus from the page to the prompt, and from anywhere else to the page. */
  const switchFocus = useCallback(() => {
    if (store.isOnPage) forPage.onPrompt()
    else onPage((handle) => handle.focus())
  }, [store, forPage, onPage])
  return useMemo(
    () => ({ ...state, store, page, onPage, switchFocus }),
    [state, store, page, onPage, switchFocus],
  )
}

export type ScopeControl = ReturnType<typeof useScope>
