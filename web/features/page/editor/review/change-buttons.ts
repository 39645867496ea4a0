import { Facet } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { messages } from '../../../../messages.ts'

const words = messages.review

type ChangeActions = {
  keep: (view: EditorView, key: string) => void
  undo: (view: EditorView, key: string) => void
  /** Makes it the change that keys and buttons decide on. */
  choose: (view: EditorView, key: string) => void
}

export const changeActions = Facet.define<ChangeActions>()

export const actionsIn = (view: EditorView): ChangeActions | undefined =>
  view.state.facet(changeActions)[0]

/** The buttons that decide on a change; `key` tells on which. */
export function changeButtons(view: EditorView, key: () => string | null): HTMLElement {
  const tools = document.createElement('div')
  tools.className = 'review-tools'
  for (const name of ['undo', 'keep'] as const) {
    const button = document.createElement('button')
    button.type = 'button'
    // Not a tab stop: shortcuts and the bar above do the same, and there may be many changes.
    button.tabIndex = -1
    button.textContent = words[name]
    // The text keeps the focus.
    button.addEventListener('mousedown', (event) => event.preventDefault())
    button.addEventListener('click', (event) => {
      event.stopPropagation()
      const decided = key()
      if (decided !== null) actionsIn(view)?.[name](view, decided)
    })
    tools.append(button)
  }
  return tools
}
