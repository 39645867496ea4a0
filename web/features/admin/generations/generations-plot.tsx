import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import type { DayCount } from '../api/generations.ts'
import { plotOptions } from './plot-options.ts'

type GenerationsPlotProps = {
  days: readonly DayCount[]
  onPoint: (day: DayCount | undefined) => void
}

/** One bar a day, in the theme's colours, as wide as its place. */
export function GenerationsPlot({ days, onPoint }: GenerationsPlotProps) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const size = () => ({ width: element.clientWidth, height: element.clientHeight })
    const counts = days.map(({ generations }) => generations)
    const plot = new UPlot(
      { ...plotOptions(days, onPoint), ...size() },
      [counts.map((_, index) => index), counts],
      element,
    )
    const resized = new ResizeObserver(() => plot.setSize(size()))
    resized.observe(element)
    // The colours are asked for anew at each drawing.
    const repainted = new MutationObserver(() => plot.redraw())
    repainted.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      repainted.disconnect()
      plot.destroy()
      onPoint(undefined)
    }
  }, [days, onPoint])

  return (
    <div
      ref={place}
      aria-hidden="true"
      className="h-full overflow-hidden [&_.u-cursor-x]:border-line-2!"
    />
  )
}
