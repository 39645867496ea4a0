import { focusableWhileScrolling } from '../../../ui/layout/focusable-while-scrolling.ts'

export type Column = {
  key: string
  /** Below the column. */
  label: string
  /** On hover. */
  title: string
  /** From the bottom up. A column with a negative part has only that one, which hangs down. */
  parts: readonly { look: string; value: number }[]
}

type ColumnsPlotProps = {
  /** Names the plot for screen readers; the table has the numbers. */
  label: string
  columns: readonly Column[]
  formatValue: (value: number) => string
}

/** At most this many labels have room; they are evenly spaced. */
const LABELS = 8
const HEIGHT = 132

const heightOf = ({ parts }: Column) => parts.reduce((sum, { value }) => sum + value, 0)

/** Bars side by side, of one or more parts. */
export function ColumnsPlot({ label, columns, formatValue }: ColumnsPlotProps) {
  const heights = columns.map(heightOf)
  const top = Math.max(0, ...heights)
  const bottom = Math.min(0, ...heights)
  const scale = HEIGHT / Math.max(top - bottom, 1)
  const every = Math.ceil(columns.length / LABELS)
  // A label further to the right would be cut off.
  const last = columns.length - every / 2
  return (
    <div className="flex gap-2.5 text-xs text-ink-2">
      <div
        aria-hidden="true"
        className="flex shrink-0 flex-col justify-between text-right tabular-nums"
        style={{ height: HEIGHT }}
      >
        <span className="-mt-1.5">{formatValue(top)}</span>
        {bottom < 0 && <span className="-mb-1.5">{formatValue(bottom)}</span>}
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> has no content of its own
        role="img"
        aria-label={label}
        ref={focusableWhileScrolling}
        className="min-w-0 flex-1 overflow-x-auto border-t border-line"
      >
        <div className="flex min-w-max items-start gap-px overflow-x-clip sm:gap-0.75">
          {columns.map((column, index) => (
            <div key={column.key} title={column.title} className="max-w-16 min-w-1.25 flex-1">
              <ColumnBar column={column} top={top} bottom={bottom} scale={scale} />
              <span
                aria-hidden="true"
                className="block h-5 w-0 pt-1 leading-4 whitespace-nowrap tabular-nums"
              >
                {index % every === 0 && index <= last && (
                  // A phone has room for half of them.
                  <span className={(index / every) % 2 === 1 ? 'max-sm:hidden' : undefined}>
                    {column.label}
                  </span>
                )}
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

type ColumnBarProps = { column: Column; top: number; bottom: number; scale: number }

function ColumnBar({ column, top, bottom, scale }: ColumnBarProps) {
  const isNegative = heightOf(column) < 0
  return (
    <>
      <div
        className="flex flex-col-reverse gap-px border-b border-line-2"
        style={{ height: top * scale }}
      >
        {!isNegative &&
          column.parts.map(
            ({ look, value }) =>
              value > 0 && (
                <span
                  key={look}
                  className={`plot-${look} block w-full shrink-0 last:rounded-t-[2px]`}
                  style={{ height: Math.max(1, value * scale - 1) }}
                />
              ),
          )}
      </div>
      {bottom < 0 && (
        <div style={{ height: -bottom * scale }}>
          {isNegative &&
            column.parts.map(({ look, value }) => (
              <span
                key={look}
                className={`plot-${look} block w-full rounded-b-[2px]`}
                style={{ height: Math.max(1, -value * scale) }}
              />
            ))}
        </div>
      )}
    </>
  )
}
