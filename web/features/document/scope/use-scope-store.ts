import { ChangeSet, Text } from '@codemirror/state'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import type { DocumentText } from '../document-text.ts'
import { textOf } from '../text/changes.ts'
import { keptScope } from './kept-scope.ts'
import { type ScopedText, ScopeStore } from './scope-store.ts'

const words = messages.scope

const NO_TEXT: ScopedText = { doc: Text.empty, changesSince: () => ChangeSet.empty(0) }

const tellLost = () => showToast({ title: words.lostTitle, message: words.lost })

/** The part of the open text that prompts are about. */
export function useScopeStore(userId: string, { workId, doc, working }: DocumentText): ScopeStore {
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
