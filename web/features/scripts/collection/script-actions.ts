import type { SavedScript } from '../api/saved-scripts.ts'

/** What a card can ask for. Stable, so that a card renders only when its script changes. */
export type ScriptActions = {
  remove: (script: SavedScript) => void
  rename: (script: SavedScript) => void
  duplicate: (script: SavedScript) => void
  tag: (script: SavedScript) => void
  /** Selects the script or takes it out of the selection. */
  toggle: (script: SavedScript) => void
}
