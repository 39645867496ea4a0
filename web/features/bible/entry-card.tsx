import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { bibleMessages as words } from '../../messages/bible.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Source } from '../../../contract/reading.ts'
import type { Entry } from './api/bible.ts'
import { Quotes } from './quotes.tsx'

type EntryCardProps = {
  entry: Entry
  isOpen: boolean
  onToggle: () => void
  onEdit: () => void
  onPin: () => void
  onRemove: () => void
  onShow: (source: Source) => void
  /** What could be done next. */
  offer: ReactNode
  /** What the script says about it. */
  facts: ReactNode
  /** In place of its text while it is edited. */
  form: ReactNode
}

/** An entry in the list: a line, or everything about it. */
export function EntryCard(props: EntryCardProps) {
  const { entry, isOpen, form } = props
  const { name, aliases, body, pinned, sources } = entry
  return (
    <li
      data-entry={entry.id}
      className={`rounded-md border ${isOpen ? 'border-line bg-sheet shadow-sheet' : 'border-transparent'}`}
    >
      <h4>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={props.onToggle}
          className="flex w-full min-w-0 items-baseline gap-2 rounded-md px-3 py-1.5 text-left hover:bg-sunk touch:min-h-11 touch:items-center"
        >
          <span dir="auto" className="shrink-0 truncate font-semibold max-w-[60%]">
            {name}
          </span>
          {!isOpen && (
            <span dir="auto" className="min-w-0 flex-1 truncate text-sm text-ink-2">
              {body}
            </span>
          )}
          {pinned && (
            <span className="ml-auto shrink-0 self-center">
              <Pin className="size-3.5 text-accent" />
              <span className="sr-only">{words.pinned}</span>
            </span>
          )}
        </button>
      </h4>
      {isOpen && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 pt-0.5 pb-3">
          {form ?? (
            <>
              {props.offer}
              {aliases.length > 0 && (
                <p dir="auto" className="text-sm text-ink-2">
                  {words.alsoCalled(aliases)}
                </p>
              )}
              {body !== '' && (
                <p dir="auto" className="text-md whitespace-pre-wrap wrap-anywhere">
                  {body}
                </p>
              )}
              {props.facts}
              <Quotes sources={sources} onShow={props.onShow} />
              <p className="text-sm text-ink-2">
                {words.sent[pinned ? 'pinned' : entry.kind === 'rule' ? 'rule' : 'named']}
              </p>
              <div className="-ml-2 flex flex-wrap gap-0.5">
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={words.edit(name)}
                  onClick={props.onEdit}
                >
                  <Pencil />
                  {words.editShort}
                </Button>
                <Button variant="ghost" size="sm" onClick={props.onPin}>
                  {pinned ? <PinOff /> : <Pin />}
                  {pinned ? words.unpin : words.pin}
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={words.remove(name)}
                  onClick={props.onRemove}
                >
                  <Trash2 />
                  {words.removeShort}
                </Button>
              </div>
            </>
          )}
        </div>
      )}
    </li>
  )
}
