import { useSyncExternalStore } from 'react'
import { Store, storedChoice } from '../../../lib/store.ts'

export type View = 'chat' | 'both' | 'page'

const STORED = 'script-writer-view'
const isView = (value: unknown): value is View =>
  value === 'chat' || value === 'both' || value === 'page'

/** From this width on there is room for chat and page. */
const wide = () => window.matchMedia('(min-width: 68.75rem)')
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

function chooseView(view: View): void {
  storedChoice.write(STORED, view)
  chosen.set(view)
}

/** The view to show: two panels only if there is room for both. */
export function shownView(): View {
  const choice = chosen.get()
  if (choice === 'both' && !wide().matches) return 'chat'
  return choice ?? (widest().matches ? 'both' : 'chat')
}

function subscribe(listener: () => void): () => void {
  const queries = [wide(), widest(), roomy(), widestBesidePanel()]
  const unsubscribe = chosen.subscribe(listener)
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    unsubscribe()
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

export function useView() {
  const view = useSyncExternalStore(subscribe, shownView)
  const isWide = useSyncExternalStore(subscribe, () => wide().matches)
  const hasRoom = useSyncExternalStore(subscribe, () => roomy().matches)
  const isWidest = useSyncExternalStore(subscribe, () => widest().matches)
  const isWidestBesidePanel = useSyncExternalStore(subscribe, () => widestBesidePanel().matches)
  return {
    view,
    chooseView,
    hasRoom,
    hasBoth: isWide,
    hasSidebar: view === 'chat' || (view === 'both' && isWidest),
    hasSidebarBesidePanel: view === 'chat' ? isWide : isWidestBesidePanel,
  }
}
