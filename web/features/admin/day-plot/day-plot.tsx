import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { type DayValue, plotOptions } from './plot-options.ts'

type DayPlotProps = {
  days: readonly DayValue[]
  /** Formats the axis values. Must be a stable reference: a new function redraws the chart. */
  format: (value: number) => string
  onPoint: (day: DayValue | undefined) => void
}

/** One bar per day, in the theme's colours and as wide as its container. */
export function DayPlot({ days, format, onPoint }: DayPlotProps) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const size = () => ({ width: element.clientWidth, height: element.clientHeight })
    const values = days.map(({ value }) => value)
    const plot = new UPlot(
      { ...plotOptions(days, format, onPoint), ...size() },
      [values.map((_, index) => index), values],
      element,
    )
    const resized = new ResizeObserver(() => plot.setSize(size()))
    resized.observe(element)
    // Colours are read on every draw, so a redraw applies the new theme.
    const repainted = new MutationObserver(() => plot.redraw())
    repainted.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      repainted.disconnect()
      plot.destroy()
      onPoint(undefined)
    }
  }, [days, format, onPoint])

  return (
    <div
      ref={place}
      aria-hidden="true"
      className="h-full overflow-hidden [&_.u-cursor-x]:border-line-2!"
    />
  )
}
