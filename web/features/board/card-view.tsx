import { useDraggable } from '@dnd-kit/core'
import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react'
import type { NewCard } from '../../../screenplay/board.ts'
import { formatEighths } from '../../../screenplay/layout.ts'
import { classNames } from '../../lib/class-names.ts'
import { useStore } from '../../lib/store.ts'
import { boardMessages } from '../../messages/board.ts'
import { Button } from '../../ui/button/button.tsx'
import type { BoardControl } from './board-control.ts'
import type { ShownCard } from './board-store.ts'
import { CardMenu } from './card-menu.tsx'
import { colorName, colorValue } from './card-colors.ts'

const words = boardMessages.card

/** Describes the keys to screen readers. */
export const HINT_ID = 'board-hint'

type CardViewProps = { card: ShownCard; control: BoardControl }

/** Not in the foreground, and still legible. */
const FAINT =
  '[&>button]:border-l-line! [&>button]:bg-transparent [&>button]:shadow-none [&>button_span]:font-normal [&>button_span]:text-ink-2'

/** A card as it lies on the board. While something is dragged, only this shell is rendered again. */
export const CardView = memo(function CardView({ card, control }: CardViewProps) {
  const { state } = control
  const isFaint = useStore(
    state,
    ({ isDimmed, markedId, dragged }) =>
      (markedId !== card.id && (isDimmed?.(card) ?? false)) ||
      dragged.some(({ id }) => id === card.id),
  )
  const { setNodeRef, listeners } = useDraggable({ id: card.id })
  return (
    <div
      ref={setNodeRef}
      {...listeners}
      className={classNames(
        'group relative touch-manipulation select-none [-webkit-touch-callout:none]',
        isFaint && FAINT,
      )}
    >
      <CardBody card={card} control={control} />
    </div>
  )
}, isSame)

const CardBody = memo(function CardBody({ card, control }: CardViewProps) {
  const { id } = card
  const { state } = control
  const isSelected = useStore(state, ({ selected }) => selected.has(id))
  const isMarked = useStore(state, ({ markedId }) => markedId === id)
  const isTabStop = useStore(state, ({ tabStop }) => tabStop === id)
  const isDimmed = useStore(state, (shown) => shown.isDimmed?.(card) ?? false)
  return (
    <>
      <button
        type="button"
        data-card={id}
        aria-pressed={isSelected}
        aria-current={isMarked || undefined}
        aria-describedby={HINT_ID}
        tabIndex={isTabStop ? 0 : -1}
        onClick={(event) => control.click(id, event)}
        onDoubleClick={() => control.open(id)}
        onKeyDown={(event) => {
          if (control.press(id, event)) event.preventDefault()
        }}
        onFocus={() => control.onFocus(id)}
        style={styleOf(card)}
        className={classNames(
          cardStyle(card),
          // The focus has the outline alone.
          isSelected && 'bg-accent-wash! outline-2 outline-offset-1 outline-accent',
          isMarked && 'outline-2 outline-offset-1 outline-accent outline-dashed',
        )}
      >
        <CardFace card={card} isDimmed={isDimmed && !isMarked} />
      </button>
      <CardMenu card={card} isTabStop={isTabStop} control={control} />
    </>
  )
}, isSame)

const placeOnly = new Set<keyof ShownCard>(['index', 'start', 'contentEnd', 'end', 'characters'])

/** Whether a card looks the same. Where it is in the text changes with every key that is typed above it. */
function isSame(before: CardViewProps, now: CardViewProps): boolean {
  const names = Object.keys(now.card) as (keyof ShownCard)[]
  return (
    before.control === now.control &&
    names.every((name) => placeOnly.has(name) || before.card[name] === now.card[name]) &&
    before.card.characters.join('\n') === now.card.characters.join('\n')
  )
}

const styleOf = ({ color }: ShownCard) => ({
  borderLeftColor: colorValue(color) ?? 'var(--line)',
})

export const cardStyle = ({ kind }: Pick<ShownCard, 'kind'>): string =>
  classNames(
    'grid w-full grid-cols-[minmax(0,1fr)] gap-1.5 rounded-md border border-l-[5px] border-line px-3 py-2.5 text-left',
    kind === 'scene' ? 'bg-sheet shadow-sheet' : 'border-dashed border-line-2 bg-transparent',
  )

type CardFaceProps = { card: ShownCard; isDimmed?: boolean }

export function CardFace({ card, isDimmed = false }: CardFaceProps) {
  const { kind, number, heading, synopsis, color, eighths, characters, notes } = card
  const isScene = kind === 'scene'
  return (
    <>
      <span
        dir="auto"
        className="line-clamp-3 pr-6 font-script text-sm leading-tight font-bold wrap-anywhere uppercase"
      >
        <span className="sr-only">{isScene ? `${words.scene} ` : `${words.idea}: `}</span>
        {isScene && <span className="text-ink-2">{number} </span>}
        {heading}
      </span>
      {synopsis === '' ? (
        <span className="text-sm text-ink-2">{words.noSynopsis}</span>
      ) : (
        <span
          dir="auto"
          className="line-clamp-4 text-sm leading-snug wrap-anywhere whitespace-pre-line"
        >
          {synopsis}
        </span>
      )}
      <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 font-script text-xs text-ink-2">
        {!isScene && <span>{words.ideaNote}</span>}
        {eighths !== null && isScene && (
          <span>
            {formatEighths(eighths)}
            <span className="sr-only"> {words.pages}</span>
          </span>
        )}
        {characters.length > 0 && (
          <span dir="auto" className="min-w-0 flex-[1_1_8ch] truncate">
            {characters.join(', ')}
          </span>
        )}
        {notes > 0 && <span className="ml-auto">{words.notes(notes)}</span>}
        {color !== null && (
          <span className="flex items-center gap-1">
            <span
              aria-hidden="true"
              className="size-2 rounded-full border border-line-2"
              style={{ background: colorValue(color) }}
            />
            {colorName(color)}
          </span>
        )}
        {isDimmed && <span className="sr-only">{words.dimmed}</span>}
      </span>
    </>
  )
}

type CardFormProps = {
  kind: 'scene' | 'idea'
  written: NewCard
  /** Whether it could be written. */
  onSave: (card: NewCard) => boolean
  onCancel: () => void
}

/** The heading and the synopsis of a card as fields. Leaving it keeps what was typed. */
export function CardForm({ kind, written, onSave, onCancel }: CardFormProps) {
  const [heading, setHeading] = useState(written.heading)
  const [synopsis, setSynopsis] = useState(written.synopsis)
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useLayoutEffect(() => first.current?.select(), [])

  function finish(isSaved: boolean): void {
    if (isOver.current) return
    if (!isSaved || (heading.trim() === '' && written.heading === '')) {
      isOver.current = true
      onCancel()
    } else if (onSave({ heading, synopsis })) isOver.current = true
    else first.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') finish(false)
    else if (event.key === 'Enter' && !event.shiftKey) finish(true)
    else return
    event.preventDefault()
  }

  const fieldStyle =
    'w-full min-w-0 resize-none rounded-sm border border-line-2 bg-sheet px-2 py-1.5 text-sm'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields
    <form
      ref={form}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !form.current?.contains(relatedTarget)) finish(true)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        finish(true)
      }}
      className={classNames(cardStyle({ kind }), 'border-solid bg-sheet outline-2 outline-accent')}
    >
      <input
        ref={first}
        value={heading}
        aria-label={words.heading}
        title={words.headingHint}
        placeholder={words.headingPlaceholder}
        onChange={({ target }) => setHeading(target.value)}
        className={classNames(fieldStyle, 'font-script font-bold')}
      />
      <textarea
        value={synopsis}
        rows={3}
        aria-label={words.synopsis}
        placeholder={words.synopsis}
        onChange={({ target }) => setSynopsis(target.value)}
        className={fieldStyle}
      />
      <div className="flex justify-end gap-1.5">
        <Button size="sm" variant="ghost" onClick={() => finish(false)}>
          {words.cancel}
        </Button>
        <Button size="sm" type="submit">
          {words.save}
        </Button>
      </div>
    </form>
  )
}
