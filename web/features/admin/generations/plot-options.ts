import UPlot from 'uplot'
import type { DayCount } from '../api/generations.ts'
import { dayLabel } from './day-label.ts'

const token = (name: string) => () =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const font = () => `12px ${getComputedStyle(document.body).fontFamily}`

/** Whole numbers only. */
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000]

/** As many day labels as fit without overlapping. */
function labelledDays(count: number, width: number): number[] {
  const names = Math.max(2, Math.min(7, Math.floor(width / 110)))
  return Array.from({ length: names }, (_, n) => Math.round((n * (count - 1)) / (names - 1)))
}

export function plotOptions(
  days: readonly DayCount[],
  onPoint: (day: DayCount | undefined) => void,
): Omit<UPlot.Options, 'width' | 'height'> {
  const axis = { stroke: token('--ink-2'), font: font(), ticks: { show: false } }
  return {
    padding: [14, 28, 2, 4],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      y: { range: (_plot, _least, most) => [0, Math.max(most, 3) * 1.05] },
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
        size: 52,
        gap: 8,
        space: 36,
        incrs: steps,
        values: (_plot, splits) => splits.map((count) => count.toLocaleString()),
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
