import { useSyncExternalStore } from 'react'
import { Store, storedChoice } from '../../../lib/store.ts'

export type View = 'chat' | 'both' | 'page'

const STORED = 'script-writer-view'
const isView = (value: unknown): value is View =>
  value === 'chat' || value === 'both' || value === 'page'

/** From this width on there is room for chat and page. */
const wide = () => window.matchMedia('(min-width: 68.75rem)')
/** Whether there is room for chat and page. */
export const hasRoomForBoth = () => wide().matches
/** From this width on the header has room for the choice. */
const roomy = () => window.matchMedia('(min-width: 53.75rem)')
/** From this width on there is room for the sidebar too. */
const widest = () => window.matchMedia('(min-width: 90rem)')
/** From this width on there is room for all of them and a panel. */
const widestBesidePanel = () => window.matchMedia('(min-width: 108rem)')

function readChoice(): View | null {
  const stored = storedChoice.read(STORED)
  return isView(stored) ? stored : null
}

const chosen = new Store(readChoice())

export function chooseView(view: View): void {
  storedChoice.write(STORED, view)
  chosen.set(view)
}

/** The view to show: two panels only if there is room for both. */
export function shownView(): View {
  const choice = chosen.get()
  if (choice === 'both' && !wide().matches) return 'chat'
  return choice ?? (widest().matches ? 'both' : 'chat')
}

const widths = () => [wide(), roomy(), widest(), widestBesidePanel()]

function subscribe(listener: () => void): () => void {
  const queries = widths()
  const unsubscribe = chosen.subscribe(listener)
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    unsubscribe()
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

export function useView() {
  useSyncExternalStore(subscribe, () =>
    [shownView(), ...widths().map(({ matches }) => matches)].join(' '),
  )
  const view = shownView()
  const [isWide, hasRoom, isWidest, isWidestBesidePanel] = widths().map(({ matches }) => matches)
  return {
    view,
    hasRoom: hasRoom === true,
    hasBoth: isWide === true,
    hasSidebar: view === 'chat' || (view === 'both' && isWidest === true),
    hasSidebarBesidePanel: (view === 'chat' ? isWide : isWidestBesidePanel) === true,
  }
}
