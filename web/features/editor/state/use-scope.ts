import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { PageHandle } from '../../document/scope/scope.ts'
import type { ScopeStore } from '../../document/scope/scope-store.ts'
import type { PageScope } from '../../page/scope/page-scope.ts'
import type { useView } from './view-choice.ts'

/** The scope for the chat and for the page, and the ways between these. */
export function useScope(
  store: ScopeStore,
  { view, hasBoth, chooseView }: ReturnType<typeof useView>,
) {
  const state = useSyncExternalStore(store.subscribe, store.snapshot)
  /** Leads to the prompt, with a text for it if there is one. */
  const suggest = useCallback(
    (text: string | null) => {
      if (view === 'page') chooseView(hasBoth ? 'both' : 'chat')
      store.askForPrompt(text)
    },
    [store, view, hasBoth, chooseView],
  )
  const forPage = useMemo((): Omit<PageScope, 'current' | 'textLength'> => {
    const onPrompt = () => suggest(null)
    return {
      onSelected: store.onSelected,
      onChosen: store.choose,
      onDescribed: store.onDescribed,
      onPage: store.onPage,
      onCursor: store.onCursor,
      onPrompt,
      onAskAbout(prompt, mode, about) {
        if (view === 'page') chooseView(hasBoth ? 'both' : 'chat')
        store.askAbout({ prompt, mode }, about)
      },
      onAsk: () => {
        store.chooseScene()
        onPrompt()
      },
    }
  }, [store, suggest, view, hasBoth, chooseView])
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
    () => ({ ...state, store, page, onPage, suggest, switchFocus }),
    [state, store, page, onPage, suggest, switchFocus],
  )
}

export type ScopeControl = ReturnType<typeof useScope>
