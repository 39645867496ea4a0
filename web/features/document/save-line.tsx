import { saveLine, useSaveState } from './save-state.ts'

/** Who has what was written, below the page or the chat, where the header has no room for words. */
export function SaveLine() {
  const state = useSaveState()
  if (!state) return null
  return (
    <span data-save-state={state} className="min-[100rem]:hidden max-sm:order-first">
      {saveLine(state)}
    </span>
  )
}
