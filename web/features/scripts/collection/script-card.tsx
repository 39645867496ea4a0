import { Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Link, useNavigate } from 'react-router'
import { collectionMessages as words } from '../../../messages/collection.ts'
import { messages } from '../../../messages.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import type { SavedScript } from '../api/saved-scripts.ts'
import type { Tag } from '../api/tags.ts'
import { useScriptLength } from '../length/use-script-length.ts'
import { type ScriptActions, EllipsisButton, type MoreButtonProps } from './ellipsis-button.tsx'
import { type ScriptsView, previewLines } from './shown-scripts.ts'
import { TagList } from './tag-chip.tsx'
import type { PreviewElement } from '../../../../screenplay/model.ts'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { LazyMenu } from '../../../ui/overlay/lazy-menu.tsx'

const { dashboard } = messages

const ScriptMenu = lazyExtra(async () => (await import('./script-menu.tsx')).ScriptMenu)

const MoreButton = (props: MoreButtonProps) => (
  <LazyMenu
    load={ScriptMenu.load}
    renderButton={(lazy) => (
      <EllipsisButton title={props.script.title} className={props.className} {...lazy} />
    )}
  >
    <ScriptMenu {...props} />
  </LazyMenu>
)

/** Indented by fewer columns than on a page, as a card is narrower. */
const styles: Partial<Record<PreviewElement['type'], string>> = {
  'scene-heading': 'font-bold text-ink uppercase not-first:mt-1.5',
  character: 'mt-1.5 pl-[9ch]',
  parenthetical: 'pl-[7ch]',
  dialogue: 'pl-[5ch] pr-[3ch]',
  lyrics: 'pl-[5ch] pr-[3ch] italic',
  transition: 'not-first:mt-1.5 text-right uppercase',
  centered: 'not-first:mt-1.5 text-center',
}

/** The first lines of a script, set as on its page. A space between two of them, for those who do not see it. */
function ScriptPreview({ start, className }: { start: string; className: string }) {
  const lines = previewLines(start)
  return (
    <p dir="auto" className={`font-script text-ink-2 wrap-anywhere ${className}`}>
      {lines.length === 0 && messages.dashboard.placeholder}
      {lines.map(({ type, text }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity, and never move
        <span key={at} className={`block ${styles[type] ?? 'not-first:mt-1.5'}`}>
          {text}
          {at < lines.length - 1 && ' '}
        </span>
      ))}
    </p>
  )
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export type ScriptCardProps = {
  userId: string
  script: SavedScript
  /** All tags of the writer. */
  tags: ReadonlyMap<string, Tag>
  view: ScriptsView
  /** Undefined if scripts are not being selected. */
  isSelected: boolean | undefined
  actions: ScriptActions
}

const stretched =
  'after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent'

/** The title link, or the checkbox while scripts are selected, is stretched over the whole card; buttons are above it. */
export const ScriptCard = memo(function ScriptCard(props: ScriptCardProps) {
  const { userId, script, tags, view, isSelected, actions } = props
  const own = script.tags.flatMap(({ tag_id }) => tags.get(tag_id) ?? [])
  const time = (
    <time dateTime={script.modified_at} className="block truncate">
      {moment.format(new Date(script.modified_at))}
    </time>
  )
  const parts = {
    title: <Title {...props} />,
    tags: <TagList tags={own} label={words.tags.title} />,
    length: <Length userId={userId} script={script} />,
    time: (
      <>
        {dashboard.lastModified} {time}
      </>
    ),
    buttons: isSelected === undefined && <Buttons script={script} actions={actions} view={view} />,
  }
  return view === 'grid' ? (
    <article
      className={`relative flex h-full flex-col rounded-md border bg-sheet shadow-sheet transition-colors ${isSelected ? 'border-accent' : 'border-line hover:border-line-2'}`}
    >
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden px-4.5 pt-4 pb-2.5">
        {parts.title}
        <ScriptPreview
          start={script.preview}
          className="mt-2 min-h-0 flex-1 overflow-hidden text-xs leading-[1.45]"
        />
        {own.length > 0 && <div className="mt-2">{parts.tags}</div>}
      </div>
      <footer className="flex h-17.5 shrink-0 items-center border-t border-line pr-1.5 pl-4.5 touch:pr-1">
        <div className="min-w-0 flex-1 text-xs leading-[1.125rem] text-ink-2">
          <p className="truncate empty:hidden">{parts.length}</p>
          <p>{parts.time}</p>
        </div>
        {parts.buttons}
      </footer>
    </article>
  ) : (
    <article
      className={`relative flex h-full items-center gap-x-4 border-b border-line pr-1.5 pl-4 transition-colors hover:bg-sunk ${isSelected ? 'bg-accent-wash' : 'bg-sheet'}`}
    >
      <div className="min-w-0 flex-1">
        {parts.title}
        <p className="truncate text-xs text-ink-2 md:hidden">{parts.length}</p>
        <p className="text-xs text-ink-2 sm:hidden">
          <span className="sr-only">{dashboard.lastModified}</span> {time}
        </p>
      </div>
      <div className="max-w-48 min-w-0 shrink max-md:hidden">{parts.tags}</div>
      <p className="w-36 shrink-0 text-xs text-ink-2 tabular-nums max-md:hidden">{parts.length}</p>
      <p className="w-36 shrink-0 text-xs text-ink-2 max-sm:hidden">{parts.time}</p>
      {parts.buttons}
    </article>
  )
})

type LengthProps = Pick<ScriptCardProps, 'userId' | 'script'>

/** Most cards have their length: only the others need to be measured. */
function Length({ userId, script }: LengthProps) {
  const { length } = script
  if (!length) return <MeasuredLength userId={userId} script={script} />
  return words.length(length.pages, length.scenes)
}

function MeasuredLength({ userId, script }: LengthProps) {
  const length = useScriptLength(userId, script)
  return length && words.length(length.pages, length.scenes)
}

function Title({ script, view, isSelected, actions }: ScriptCardProps) {
  const lines = view === 'grid' ? 'line-clamp-2' : 'block truncate'
  return (
    <div className="flex shrink-0 items-start gap-2.5">
      {isSelected !== undefined && (
        <label className="flex cursor-pointer after:absolute after:inset-0">
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={words.choose(script.title)}
            onChange={() => actions.toggle(script)}
            className="relative z-1 size-4.5 cursor-pointer accent-accent touch:size-6"
          />
        </label>
      )}
      <h2
        dir="auto"
        className={`min-w-0 font-script text-[1rem] leading-[1.3] font-bold wrap-anywhere ${view === 'grid' && isSelected === undefined ? 'pr-7 touch:pr-9' : ''}`}
      >
        {isSelected === undefined ? (
          <Link to={`/editor/${script.id}`} className={`outline-none ${lines} ${stretched}`}>
            {script.title}
          </Link>
        ) : (
          <span className={lines}>{script.title}</span>
        )}
      </h2>
    </div>
  )
}

function Buttons({ script, actions, view }: Pick<ScriptCardProps, 'script' | 'actions' | 'view'>) {
  const navigate = useNavigate()
  return (
    <span className="flex shrink-0">
      <IconButton
        icon={Pencil}
        label={dashboard.edit(script.title)}
        onClick={() => void navigate(`/editor/${script.id}`)}
        className="relative"
      />
      <IconButton
        icon={Trash2}
        label={dashboard.remove(script.title)}
        onClick={() => actions.remove(script)}
        className="relative not-disabled:hover:text-bad"
      />
      <MoreButton
        script={script}
        actions={actions}
        // In the corner of a card, where its date would have no room beside three buttons.
        className={view === 'grid' ? 'absolute top-1.5 right-1.5 touch:top-1' : 'relative'}
      />
    </span>
  )
}
