import UPlot from 'uplot'

const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** Days are UTC, independent of the reader's time zone. */
export const dayLabel = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))

export type DayValue = { day: string; value: number }

const token = (name: string) => () =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const font = () => `12px ${getComputedStyle(document.body).fontFamily}`

/** Axis steps, from hundredths (of a currency) to trillions (of tokens). */
const steps = Array.from({ length: 16 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** (power - 2)),
).flat()
const wholeSteps = steps.filter((step) => step >= 1)

/** As many day labels as fit without overlapping. */
function labelledDays(count: number, width: number): number[] {
  const names = Math.max(2, Math.min(7, Math.floor(width / 110)))
  return Array.from({ length: names }, (_, n) => Math.round((n * (count - 1)) / (names - 1)))
}

export function plotOptions(
  days: readonly DayValue[],
  format: (value: number) => string,
  onPoint: (day: DayValue | undefined) => void,
): Omit<UPlot.Options, 'width' | 'height'> {
  const isWhole = days.every(({ value }) => Number.isInteger(value))
  const axis = { stroke: token('--ink-2'), font: font(), ticks: { show: false } }
  return {
    padding: [14, 28, 2, 4],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      y: { range: (_plot, _least, most) => [0, Math.max(most, isWhole ? 3 : 0.03) * 1.05] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        gap: 8,
        splits: (plot) => labelledDays(days.length, plot.width),
        values: (_plot, splits) => splits.map((index) => dayLabel(days[index]?.day ?? '')),
      },
      {
        ...axis,
        grid: { stroke: token('--line'), width: 1 },
        size: (_plot, labels) => 20 + Math.max(4, ...(labels ?? []).map((text) => text.length)) * 8,
        gap: 8,
        space: 36,
        incrs: isWhole ? wholeSteps : steps,
        values: (_plot, splits) => splits.map((value) => format(value)),
      },
    ],
    series: [
      {},
      {
        fill: token('--accent'),
        width: 0,
        points: { show: false },
        ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [0.82, 40], radius: 0.08 }) }),
      },
    ],
    hooks: {
      setCursor: [({ cursor }) => onPoint(days[cursor.idx ?? -1])],
    },
  }
}
