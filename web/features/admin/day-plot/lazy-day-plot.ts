import { lazyExtra } from '../../../lib/loading/lazy-extra.ts'

/** Lazy-loaded: the chart library is large, and the numbers do not need it. */
export const LazyDayPlot = lazyExtra(async () => (await import('./day-plot.tsx')).DayPlot)
