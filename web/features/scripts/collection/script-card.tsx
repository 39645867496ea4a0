import { Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Link, useNavigate } from 'react-router'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { SavedScript } from '../api/saved-scripts.ts'
import { previewText } from './preview-text.ts'

const { dashboard } = messages

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

type ScriptCardProps = { script: SavedScript; onDelete: (script: SavedScript) => void }

/** The title link is stretched over the whole card; the buttons are above it. */
export const ScriptCard = memo(function ScriptCard({ script, onDelete }: ScriptCardProps) {
  const navigate = useNavigate()
  const { id, title, preview, updated_at } = script
  const address = `/editor/${id}`
  return (
    <article className="relative flex h-full flex-col rounded-md border border-line bg-sheet shadow-sheet transition-colors hover:border-line-2">
      <div className="min-h-0 flex-1 overflow-hidden px-5 pt-4.5">
        <h2
          dir="auto"
          className="line-clamp-3 font-script text-[1rem] leading-[1.3] font-bold wrap-anywhere"
        >
          <Link
            to={address}
            className="outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
          >
            {title}
          </Link>
        </h2>
        <p
          dir="auto"
          className="mt-2 line-clamp-4 sm:line-clamp-5 font-script text-sm leading-[1.45] text-ink-2 wrap-anywhere"
        >
          {previewText(preview) || dashboard.placeholder}
        </p>
      </div>
      <footer className="flex h-13 shrink-0 items-center gap-0.5 border-t border-line pr-1.5 pl-5 touch:pr-1">
        <p className="min-w-0 flex-1 text-xs text-ink-2">
          {dashboard.lastModified}{' '}
          <time dateTime={updated_at} className="block truncate">
            {moment.format(new Date(updated_at))}
          </time>
        </p>
        <Button
          variant="ghost"
          size="icon"
          aria-label={dashboard.edit(title)}
          onClick={() => void navigate(address)}
          className="relative"
        >
          <Pencil aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={dashboard.remove(title)}
          onClick={() => onDelete(script)}
          className="relative not-disabled:hover:text-bad"
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </footer>
    </article>
  )
})
