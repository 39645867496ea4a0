import { Store, storedChoice } from '../../lib/store.ts'
import { giveFocus } from '../../lib/focus.ts'
import { openerOf } from '../../ui/overlay/use-focus-return.ts'
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
/** What somebody who opened it is waiting for: to be in it, or only to see it. */
let wanted: 'focus' | 'show' | null = null

function choose(name: SidePanelName | null): void {
  storedChoice.write(STORED, name)
  shown.set(name)
}

function open(name: SidePanelName): void {
  const active = openerOf(document.activeElement)
  if (!active?.closest('[data-side-panel]')) opener = active
  wanted = 'focus'
  choose(name)
}

/** Leaves the focus where it is, unless the panel covers that. */
function show(name: SidePanelName): void {
  if (shown.get() === name) return
  open(name)
  wanted = 'show'
}

function focusOpener(): void {
  if (opener?.isConnected) giveFocus(opener)
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
  /** Whether it covers everything, as on a phone. */
  isSheet: new Store(false),
  /** Whether it lies over the page, for want of room. */
  covers: false,
  open,
  show,
  close,
  focusOpener,
  /** For this time: where there is room it is shown again. */
  hide: (): void => shown.set(null),
  /** Whether somebody has just opened it. */
  isAwaited: () => wanted !== null,
  /** True once after it was opened by somebody, and not by a new page that remembers it. */
  takeFocus(isBeside: boolean): boolean {
    const taken = wanted === 'focus' || (wanted === 'show' && !isBeside)
    wanted = null
    return taken
  },
}
