import { giveFocus } from '../../lib/focus.ts'

type Noted = { userId: string; label: string; start: number | null; end: number | null }

/** How long the field may take to be there again. */
const WITHIN = 10_000

let noted: Noted | null = null

/** Notes which field somebody was in when the session ended. */
export function noteFocus(userId: string): void {
  const { activeElement: field } = document
  const label = field?.getAttribute('aria-label')
  const { selectionStart: start = null, selectionEnd: end = null } =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : {}
  noted = label ? { userId, label, start, end } : null
}

/** Leads back into that field, with the cursor at its place, unless somebody else signed in or it was left meanwhile. */
export function returnFocus(userId: string): () => void {
  const { label, start, end, userId: whose } = noted ?? {}
  noted = null
  if (label === undefined || whose !== userId) return () => undefined
  const until = performance.now() + WITHIN
  let frame = requestAnimationFrame(look)
  function look(): void {
    const field = document.querySelector(`[aria-label="${CSS.escape(label ?? '')}"]`)
    if (!field && performance.now() < until) {
      frame = requestAnimationFrame(look)
      return
    }
    giveFocus(field)
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (isField && typeof start === 'number') field.setSelectionRange(start, end ?? null)
  }
  return () => cancelAnimationFrame(frame)
}
