import { Ellipsis } from 'lucide-react'
import type { ComponentProps } from 'react'
import { collectionMessages as words } from '../../../messages/collection.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import type { SavedScript } from '../api/saved-scripts.ts'

export type MoreButtonProps = { script: SavedScript; actions: ScriptActions; className: string }

/** Opens the menu of the script with this title. */
export function EllipsisButton({ title, ...rest }: ComponentProps<typeof Button>) {
  return <IconButton icon={Ellipsis} {...rest} label={words.more(title ?? '')} />
}

/** What a card can ask for. Stable, so that a card renders only when its script changes. */
export type ScriptActions = {
  remove: (script: SavedScript) => void
  rename: (script: SavedScript) => void
  duplicate: (script: SavedScript) => void
  tag: (script: SavedScript) => void
  /** Selects the script or takes it out of the selection. */
  toggle: (script: SavedScript) => void
}
