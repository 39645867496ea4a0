import { ChangeSet, Text } from '@codemirror/state'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { draftStorage } from '../../../lib/draft-storage.ts'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import type { DocumentText } from '../document-text.ts'
import { draftKey } from '../drafts.ts'
import { textOf } from '../text/changes.ts'
import { type ScopedText, ScopeStore } from './scope-store.ts'
import type { Scope } from './scope.ts'

const words = messages.scope

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
