import { Store, storedChoice } from '../../lib/store.ts'
import { focusAgain, openerOf } from '../../ui/overlay/use-focus-return.ts'
import type { PageHandle } from './scope/scope.ts'

/** What can be shown beside the script, one at a time. */
const sidePanels = ['bible', 'notes'] as const
export type SidePanelName = (typeof sidePanels)[number]

/** What every panel gets. It begins with a SidePanelHeader. */
export type SidePanelProps = {
  workId: string
  /** Does something on the page, and shows the page first if necessary. */
  onPage: (act: (page: PageHandle) => void) => void
  onClose: () => void
}

const STORED = 'script-writer-side-panel'

const remembered = (): SidePanelName | null => {
  const stored = storedChoice.read(STORED)
  return sidePanels.find((name) => name === stored) ?? null
}

const shown = new Store(remembered())
let opener: Element | null = null
let wantsFocus = false

function choose(name: SidePanelName | null): void {
  storedChoice.write(STORED, name)
  shown.set(name)
}

function open(name: SidePanelName): void {
  const active = openerOf(document.activeElement)
  if (!active?.closest('[data-side-panel]')) opener = active
  wantsFocus = true
  choose(name)
}

function focusOpener(): void {
  if (opener?.isConnected) focusAgain(opener)
}

/** Gives the focus back to what had it. */
function close(): void {
  choose(null)
  focusOpener()
}

/** The panel beside the page or the board: which one is shown, remembered by this browser. Anything may open it. */
export const sidePanel = {
  get: shown.get,
  subscribe: shown.subscribe,
  /** Whether it lies over the page, for want of room. */
  covers: false,
  open,
  close,
  focusOpener,
  toggle: (name: SidePanelName): void => (shown.get() === name ? close() : open(name)),
  /** For this time: where there is room it is shown again. */
  hide: (): void => shown.set(null),
  /** Whether somebody has opened it, and the focus is not in it yet. */
  isAwaited: () => wantsFocus,
  /** True once after it was opened by somebody, and not by a new page that remembers it. */
  takeFocus(): boolean {
    const wanted = wantsFocus
    wantsFocus = false
    return wanted
  },
}
