import {
  formatEighths,
  eighthsOf,
  type Pages,
  runningTime,
  type Scene,
  scenesOf,
} from '../../screenplay/layout.ts'
import { printedWordCounter, type WordCounts } from '../../screenplay/model.ts'

export type ScriptFacts = {
  /** In pages and eighths, such as `2 1/8`. */
  length: string
  eighths: number
  isOnePage: boolean
  minutes: number
  pages: number
  words: WordCounts
  scenes: Scene[]
}

/** Measures a changing script. */
export function createFactsReader(): (pages: Pages) => ScriptFacts {
  const countWords = printedWordCounter()
  return (pages) => {
    const eighths = eighthsOf(pages)
    return {
      length: formatEighths(eighths),
      eighths,
      isOnePage: eighths > 0 && eighths <= 8,
      minutes: eighths === 0 ? 0 : Math.max(1, Math.round(runningTime(pages) / 60)),
      pages: pages.pages.length,
      words: countWords(pages.screenplay),
      scenes: scenesOf(pages),
    }
  }
}
