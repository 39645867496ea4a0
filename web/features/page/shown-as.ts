import { loadedPart } from '../../lib/loading/loaded-part.ts'
import { Store, storedChoice } from '../../lib/store.ts'

type ShownAs = 'page' | 'board'

/** What opens beside the page or in place of it. */
export type Part =
  | 'find'
  | 'rename'
  | 'go to page'
  | 'title page'
  | 'page setup'
  | 'reading'
  | 'palette'

const STORED = 'script-writer-show-as'

/** How the script is shown; remembered. */
export const shownAs = new Store<ShownAs>(storedChoice.read(STORED) === 'board' ? 'board' : 'page')

export function showAs(choice: ShownAs): void {
  storedChoice.write(STORED, choice)
  shownAs.set(choice)
}

/** The board, whose code is loaded when it is shown for the first time. */
export const loadedBoard = loadedPart(
  async () => (await import('../board/board-view.tsx')).BoardView,
)

/** Loads the board in parallel with the text. A failure is reported when it is shown. */
export function preloadBoard(): void {
  if (shownAs.get() === 'board') loadedBoard.load().catch(() => undefined)
}
