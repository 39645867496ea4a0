import { CheckSquare, LayoutGrid, List } from 'lucide-react'
import { collectionMessages as words } from '../../../messages/collection.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { Tag } from '../api/tags.ts'
import type { ScriptsView } from './shown-scripts.ts'
import { TagDot } from './tag-chip.tsx'

type CollectionBarProps = {
  tags: readonly Tag[]
  /** The ids of the tags of which a script has to have one. */
  wanted: ReadonlySet<string>
  onWanted: (tagId: string) => void
  view: ScriptsView
  onView: (view: ScriptsView) => void
  onSelect: () => void
}

const icons = { grid: LayoutGrid, list: List }

/** Above the cards: which are shown, and how. */
export function CollectionBar(props: CollectionBarProps) {
  const { tags, wanted, onWanted, view, onView, onSelect } = props
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-2">
      {tags.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap gap-1.5">
          <legend className="sr-only">{words.tags.filter}</legend>
          {tags.map(({ id, name, color }) => (
            <button
              key={id}
              type="button"
              aria-pressed={wanted.has(id)}
              onClick={() => onWanted(id)}
              className="flex h-7 max-w-56 items-center gap-1.5 rounded-full border border-line bg-sheet px-2.5 text-sm text-ink-2 transition-colors hover:border-line-2 aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-ink touch:h-11 touch:px-3.5"
            >
              <TagDot color={color} />
              <span dir="auto" className="truncate">
                {name}
              </span>
            </button>
          ))}
        </fieldset>
      )}
      <span className="flex-1" />
      <Button variant="ghost" size="sm" onClick={onSelect}>
        <CheckSquare />
        {words.select}
      </Button>
      <fieldset className="flex">
        <legend className="sr-only">{words.view}</legend>
        {(['grid', 'list'] as const).map((name) => {
          const Icon = icons[name]
          return (
            <Button
              key={name}
              variant="ghost"
              size="sm"
              aria-pressed={view === name}
              onClick={() => onView(name)}
              className="aria-pressed:border-line aria-pressed:bg-sheet aria-pressed:text-ink"
            >
              <Icon aria-hidden="true" />
              {words.views[name]}
            </Button>
          )
        })}
      </fieldset>
    </div>
  )
}
