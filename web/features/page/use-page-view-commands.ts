import type { EditorView } from '@codemirror/view'
import { useMemo } from 'react'
import { messages } from '../../messages.ts'
import type { Part } from './shown-as.ts'
import { pageCommands } from './editor/typing/page-commands.ts'
import type { PaletteCommand } from './panels/command-palette.tsx'
import { productionCommands } from './production/production-commands.ts'

const { commands, groups } = messages.pageView

type PageViewActions = {
  open: (part: Part) => void
  toggleScenes: () => void
  toggleFocus: () => void
  /** Leads to the prompt, with what is selected or the scene as its scope. */
  ask: () => void
  /** Leads to the prompt with the scope that it has. */
  prompt: () => void
  showHistory: () => void
  /** Undefined without Learning Loop access. */
  showExamples: (() => void) | undefined
  /** The other way to show the script: while the board is shown, nothing can be changed on the page. */
  isBoard: boolean
  showAs: (choice: 'page' | 'board') => void
}

/** Everything that can be done here, for the list of commands. */
export function usePageViewCommands(
  view: EditorView | null,
  {
    open,
    toggleScenes,
    toggleFocus,
    ask,
    prompt,
    showHistory,
    showExamples,
    isBoard,
    showAs,
  }: PageViewActions,
): PaletteCommand[] {
  return useMemo(() => {
    const own = (id: keyof typeof commands, group: string, run: () => void, shortcut?: string) => ({
      id,
      label: commands[id],
      group,
      run,
      isAvailable: true,
      ...(shortcut !== undefined && { shortcut }),
    })
    return [
      own('find', groups.find, () => open('find'), 'Mod-f'),
      own('goToPage', groups.find, () => open('go to page')),
      isBoard
        ? own('showPage', groups.view, () => showAs('page'))
        : own('showBoard', groups.view, () => showAs('board')),
      ...(isBoard ? [] : [own('scenes', groups.view, toggleScenes)]),
      own('focus', groups.view, toggleFocus),
      own('reading', groups.view, () => open('reading')),
      own('titlePage', groups.script, () => open('title page')),
      own('pageSetup', groups.script, () => open('page setup')),
      own('rename', groups.script, () => open('rename')),
      own('ask', groups.script, ask, 'Mod-Shift-Enter'),
      own('prompt', groups.script, prompt, 'F6'),
      own('history', groups.script, showHistory),
      ...(showExamples ? [own('examples', groups.script, showExamples)] : []),
      ...[...pageCommands, ...productionCommands].map((command): PaletteCommand => {
        const { id, label, group, key, run } = command
        const runHere = () => {
          if (!view) return
          run(view)
          if (!isBoard) view.focus()
        }
        const isHere = !isBoard || group === groups.script || id === 'undo' || id === 'redo'
        const isAvailable = () => view !== null && isHere && (command.isAvailable?.(view) ?? true)
        return { id, label, group, shortcut: key, run: runHere, isAvailable }
      }),
    ]
  }, [
    view,
    open,
    toggleScenes,
    toggleFocus,
    ask,
    prompt,
    showHistory,
    showExamples,
    isBoard,
    showAs,
  ])
}
