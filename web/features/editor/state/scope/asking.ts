import { type Asking, type PromptMode, ScopeGone } from '../../../chat/api/asking.ts'
import type { QuickAction } from '../../../chat/prompt/quick-actions.tsx'
import type { Scope } from '../../../page/scope/page-scope.ts'
import type { ScopeStore } from './scope-store.ts'

const ALTERNATIVES = 3

type How = { mode: PromptMode; action?: QuickAction | undefined }

/** How a prompt about the scope, or without one about the whole script, is to be answered. */
export function askingAbout(store: ScopeStore, scope: Scope | null, how: How): Asking {
  return {
    mode: how.mode,
    alternatives: how.action === 'alternatives' ? ALTERNATIVES : null,
    scope: scope?.note ?? null,
    targetIn(script) {
      const isContinued = how.action === 'continue'
      if (!scope) return isContinued ? { start: script.length, end: script.length } : null
      const now = store.in(script)
      if (!now) throw new ScopeGone()
      return { start: isContinued ? now.end : now.start, end: now.end }
    },
  }
}
