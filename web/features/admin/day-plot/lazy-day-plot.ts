import { lazyExtra } from '../../../lib/loading/loaded-part.ts'

/** Lazy-loaded: the chart library is large, and the numbers do not need it. */
export const LazyDayPlot = lazyExtra(async () => (await import('./day-plot.tsx')).DayPlot)
