import { ChevronDown } from 'lucide-react'
import { memo, type MouseEvent, useDeferredValue, useId, useMemo } from 'react'
import { formatEighths } from '../../../screenplay/layout.ts'
import { classNames } from '../../lib/class-names.ts'
import { Store, storedChoice, useStore } from '../../lib/store.ts'
import { boardMessages } from '../../messages/board.ts'
import { Button } from '../../ui/button/button.tsx'
import type { BoardControl } from './board-control.ts'
import type { ShownCard } from './board-store.ts'

const words = boardMessages.rhythm

const NONE: readonly ShownCard[] = []
const HEIGHT = 40
/** Of the strip's width, between two bars. */
const GAP = 0.0012
/** How many people have a row, and how high it is: as high as a finger needs. */
const ROWS = 4
const ROW = 24

const ROWS_STORED = 'script-writer-board-people'
const WIDE = '(min-width: 640px)'
/** A phone has no room for the rows until somebody asks for them. */
const hasRows = new Store(
  (storedChoice.read(ROWS_STORED) ?? (matchMedia(WIDE).matches ? 'shown' : 'hidden')) === 'shown',
)

function toggleRows(): void {
  hasRows.set(!hasRows.get())
  storedChoice.write(ROWS_STORED, hasRows.get() ? 'shown' : 'hidden')
}

type Bar = { card: ShownCard; x: number; width: number; height: number }

/** Each scene as wide and as high as it is long. */
function barsOf(scenes: readonly ShownCard[]): Bar[] {
  const lengths = scenes.map(({ eighths }) => eighths ?? 1)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const longest = Math.max(8, ...lengths)
  let x = 0
  return scenes.map((card, at) => {
    const length = lengths[at] ?? 1
    const width = length / total
    const bar = { card, x, width, height: 6 + (HEIGHT - 10) * (length / longest) }
    x += width
    return bar
  })
}

/** One path for all bars of a kind: hundreds of elements would cost more. */
const pathOf = (bars: readonly Bar[], top: (bar: Bar) => number, height: (bar: Bar) => number) =>
  bars
    .map((bar) => {
      const width = Math.max(bar.width - GAP, bar.width / 2)
      return `M${bar.x} ${top(bar)}h${width}v${height(bar)}h${-width}z`
    })
    .join('')

const speaks = (name: string, { characters }: ShownCard) => characters.includes(name)
const middleOf = (row: number) => HEIGHT + row * ROW + ROW / 2

const describe = ({ number, heading, eighths, time, place, characters }: ShownCard): string =>
  [
    `${number} ${heading}`,
    ...(eighths === null ? [] : [words.pages(formatEighths(eighths))]),
    words.times[time],
    words.places[place],
    characters.length === 0 ? words.nobody : characters.join(', '),
  ].join(', ')

/** Who has a row: the most frequent, and always the one who is filtered by. */
function inRows(people: readonly string[], who: string | null): readonly string[] {
  const first = people.slice(0, ROWS)
  if (who === null || first.includes(who) || !people.includes(who)) return first
  return [...first.slice(0, ROWS - 1), who]
}

const isOutside = ({ place }: ShownCard): boolean => place === 'exterior' || place === 'both'
const night = ({ card }: Bar): boolean => card.time === 'night'

/** The rhythm of the script: how long each scene is, day or night, inside or outside, and who is there. */
export const RhythmStrip = memo(function RhythmStrip({ control }: { control: BoardControl }) {
  const { state } = control
  const cards = useStore(state, ({ board }) => board.cards)
  const people = useStore(state, (shown) => shown.people)
  const who = useStore(state, ({ filter }) => filter.who)
  const hasPeople = useStore(hasRows) && people.length > 0
  const rowsId = useId()
  const scenes = useMemo(() => cards.filter(({ kind }) => kind === 'scene'), [cards])
  const bars = useMemo(() => barsOf(scenes), [scenes])
  // For screen readers only, so it can wait.
  const listed = useDeferredValue(scenes, NONE)
  const rows = useMemo(() => (hasPeople ? inRows(people, who) : []), [hasPeople, people, who])
  if (scenes.length === 0) return null

  const eighths = scenes.reduce((sum, card) => sum + (card.eighths ?? 0), 0)
  const count = (isIt: (card: ShownCard) => boolean) => scenes.filter(isIt).length
  const summary = words.summary(
    scenes.length,
    formatEighths(eighths),
    count(({ time }) => time === 'night'),
    count(({ place }) => place === 'interior' || place === 'both'),
    count(isOutside),
  )

  function barAt({ clientX, currentTarget }: MouseEvent): Bar | undefined {
    const { left, width } = currentTarget.getBoundingClientRect()
    const x = (clientX - left) / width
    return bars.findLast((bar) => bar.x <= x)
  }

  return (
    <section
      aria-label={words.label}
      className="flex shrink-0 items-start gap-3 border-b border-line bg-paper px-4 pt-2 pb-1.5 keyboard:hidden"
    >
      {people.length > 0 && (
        <div className={classNames('shrink-0', hasPeople && 'w-28 max-sm:w-20')}>
          <Button
            variant="ghost"
            size="sm"
            aria-label={words.people}
            title={words.people}
            aria-expanded={hasPeople}
            aria-controls={hasPeople ? rowsId : undefined}
            onClick={toggleRows}
            className="-ml-1.5 h-10 gap-1 px-1.5 text-xs"
          >
            <ChevronDown className={classNames('size-3.5', !hasPeople && '-rotate-90')} />
            <span className="max-sm:sr-only">{words.who}</span>
          </Button>
          <ul id={rowsId} aria-label={words.people}>
            {rows.map((name) => (
              <Person key={name} {...{ name, scenes, control }} />
            ))}
          </ul>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a short cut by mouse to what the arrow keys reach */}
      <div
        className="min-w-0 flex-1 cursor-pointer"
        onClick={(event) => {
          const bar = barAt(event)
          if (bar) control.show(bar.card)
        }}
        onMouseMove={(event) => {
          const bar = barAt(event)
          if (bar) event.currentTarget.title = describe(bar.card)
        }}
      >
        <Bars bars={bars} rows={rows} control={control} />
      </div>
      <p
        aria-hidden="true"
        className="flex h-10 items-end gap-2.5 text-xs whitespace-nowrap text-ink-2 max-sm:hidden"
      >
        <Sign label={words.day} look="h-2.5 bg-line" />
        <Sign label={words.night} look="h-2.5 bg-ink-2" />
        <Sign label={words.outside} look="h-0.5 bg-ink" />
      </p>
      <p className="sr-only">{summary}</p>
      <ol aria-label={words.list} className="sr-only">
        {listed.map((card) => (
          <li key={card.id}>{describe(card)}</li>
        ))}
      </ol>
    </section>
  )
})

type PersonProps = { name: string; scenes: readonly ShownCard[]; control: BoardControl }

/** How many scenes somebody speaks in; a click filters by that. */
function Person({ name, scenes, control }: PersonProps) {
  const isFilter = useStore(control.state, ({ filter }) => filter.who === name)
  const count = scenes.filter((card) => speaks(name, card)).length
  return (
    <li>
      <button
        type="button"
        dir="auto"
        title={words.filterBy(name)}
        aria-pressed={isFilter}
        aria-label={words.speaksIn(name, count, scenes.length)}
        onClick={() => control.filterBy({ who: isFilter ? null : name })}
        className="block h-6 w-full truncate rounded-xs text-left font-script text-xs text-ink-2 hover:text-ink aria-pressed:bg-accent-wash aria-pressed:font-bold aria-pressed:text-ink"
      >
        {name}
      </button>
    </li>
  )
}

type BarsProps = { bars: readonly Bar[]; rows: readonly string[]; control: BoardControl }

function Bars({ bars, rows, control }: BarsProps) {
  const selected = useStore(control.state, (shown) => shown.selected)
  const isDimmed = useStore(control.state, (shown) => shown.isDimmed)
  const parts = (isOut: boolean) => bars.filter(({ card }) => (isDimmed?.(card) ?? false) === isOut)
  const outside = bars.filter(({ card }) => isOutside(card))
  const chosen = bars.filter(({ card }) => selected.has(card.id))
  const full = (bar: Bar) => HEIGHT - bar.height
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 1 ${HEIGHT + rows.length * ROW}`}
      preserveAspectRatio="none"
      style={{ height: HEIGHT + rows.length * ROW }}
      className="block w-full"
    >
      {/* The line of each person, also where nobody speaks. */}
      <path d={rows.map((_, row) => `M0 ${middleOf(row)}h1v1h-1z`).join('')} fill="var(--line)" />
      {[false, true].map((isOut) => {
        const shown = parts(isOut)
        const day = shown.filter((bar) => !night(bar))
        return (
          <g key={String(isOut)} opacity={isOut ? 0.25 : 1}>
            <path d={pathOf(day, full, ({ height }) => height)} fill="var(--line)" />
            <path
              d={pathOf(shown.filter(night), full, ({ height }) => height)}
              fill="var(--ink-2)"
            />
            {rows.map((name, row) => (
              <path
                key={name}
                data-row={name}
                d={pathOf(
                  shown.filter(({ card }) => speaks(name, card)),
                  () => middleOf(row) - 3,
                  () => 7,
                )}
                fill="var(--ink-2)"
              />
            ))}
          </g>
        )
      })}
      {/* The sky above scenes that are outside. */}
      <path
        d={pathOf(
          outside,
          (bar) => full(bar) - 4,
          () => 2,
        )}
        fill="var(--ink)"
      />
      <path
        d={pathOf(
          chosen,
          () => HEIGHT - 4,
          () => 4,
        )}
        fill="var(--accent)"
      />
    </svg>
  )
}

const Sign = ({ label, look }: { label: string; look: string }) => (
  <span className="flex items-center gap-1">
    <span className={`w-3.5 rounded-xs ${look}`} />
    {label}
  </span>
)
