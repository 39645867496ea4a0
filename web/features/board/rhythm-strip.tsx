import { memo, type MouseEvent, useDeferredValue, useMemo } from 'react'
import { formatEighths } from '../../../screenplay/layout.ts'
import { boardMessages } from '../../messages/board.ts'
import type { ShownCard } from './board-store.ts'

const words = boardMessages.rhythm

const NONE: readonly ShownCard[] = []
const HEIGHT = 40
/** Of the strip's width, between two bars. */
const GAP = 0.0012

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

const describe = ({ number, heading, eighths, time, place, characters }: ShownCard): string =>
  [
    `${number} ${heading}`,
    ...(eighths === null ? [] : [words.pages(formatEighths(eighths))]),
    words.times[time],
    words.places[place],
    characters.length === 0 ? words.nobody : characters.join(', '),
  ].join(', ')

type RhythmStripProps = {
  cards: readonly ShownCard[]
  selected: ReadonlySet<string>
  isDimmed: ((card: ShownCard) => boolean) | null
  onCard: (card: ShownCard) => void
}

/** The rhythm of the script: how long each scene is, day or night, inside or outside, and who is there. */
export const RhythmStrip = memo(function RhythmStrip(props: RhythmStripProps) {
  const { cards, selected, isDimmed, onCard } = props
  const scenes = useMemo(() => cards.filter(({ kind }) => kind === 'scene'), [cards])
  const bars = useMemo(() => barsOf(scenes), [scenes])
  // For screen readers only, so it can wait.
  const listed = useDeferredValue(scenes, NONE)
  if (scenes.length === 0) return null

  const parts = (isNight: boolean, isOut: boolean) =>
    bars.filter(
      ({ card }) => (card.time === 'night') === isNight && (isDimmed?.(card) ?? false) === isOut,
    )
  const outside = bars.filter(({ card }) => card.place === 'exterior' || card.place === 'both')
  const chosen = bars.filter(({ card }) => selected.has(card.id))
  const eighths = scenes.reduce((sum, card) => sum + (card.eighths ?? 0), 0)
  const count = (isIt: (card: ShownCard) => boolean) => scenes.filter(isIt).length
  const summary = words.summary(
    scenes.length,
    formatEighths(eighths),
    count(({ time }) => time === 'night'),
    count(({ place }) => place === 'interior' || place === 'both'),
    outside.length,
  )

  function barAt({ clientX, currentTarget }: MouseEvent): Bar | undefined {
    const { left, width } = currentTarget.getBoundingClientRect()
    const x = (clientX - left) / width
    return bars.findLast((bar) => bar.x <= x)
  }

  const full = (bar: Bar) => HEIGHT - bar.height
  return (
    <section
      aria-label={words.label}
      className="flex shrink-0 items-end gap-3 border-b border-line bg-paper px-4 pt-2 pb-1.5 keyboard:hidden"
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a short cut by mouse to what the arrow keys reach */}
      <div
        className="min-w-0 flex-1 cursor-pointer"
        onClick={(event) => {
          const bar = barAt(event)
          if (bar) onCard(bar.card)
        }}
        onMouseMove={(event) => {
          const bar = barAt(event)
          if (bar) event.currentTarget.title = describe(bar.card)
        }}
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 1 ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-10 w-full"
        >
          {[false, true].map((isOut) => (
            <g key={String(isOut)} opacity={isOut ? 0.25 : 1}>
              <path
                d={pathOf(parts(false, isOut), full, ({ height }) => height)}
                fill="var(--line)"
              />
              <path
                d={pathOf(parts(true, isOut), full, ({ height }) => height)}
                fill="var(--ink-2)"
              />
            </g>
          ))}
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
      </div>
      <p
        aria-hidden="true"
        className="flex gap-2.5 text-xs whitespace-nowrap text-ink-2 max-sm:hidden"
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

const Sign = ({ label, look }: { label: string; look: string }) => (
  <span className="flex items-center gap-1">
    <span className={`w-3.5 rounded-xs ${look}`} />
    {label}
  </span>
)
