import { draftStorage } from '../../../lib/draft-storage.ts'
import type { Scope } from './scope.ts'
import { draftKey } from '../drafts.ts'

type Kept = { scope: Scope; print: number }

const keyOf = (userId: string, workId: string) => draftKey('scope', userId, workId)

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
export const keptScope = {
  /** Null if the part is not where it was: it was changed elsewhere in the meantime. */
  read(userId: string, workId: string, text: string): Scope | null {
    const stored = draftStorage.read(keyOf(userId, workId))
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
    draftStorage.write(keyOf(userId, workId), kept)
  },
}
