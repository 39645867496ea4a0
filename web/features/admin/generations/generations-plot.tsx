import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import type { DayCount } from '../api/generations.ts'
import { plotOptions } from './plot-options.ts'

type GenerationsPlotProps = {
  days: readonly DayCount[]
  onPoint: (day: DayCount | undefined) => void
}

/** One bar per day, in the theme's colours and as wide as its container. */
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
    // Colours are read on every draw, so a redraw applies the new theme.
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
