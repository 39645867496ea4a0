import {
  formatEighths,
  eighthsOf,
  type Pages,
  runningTime,
  type Scene,
  scenesOf,
} from '../../../../screenplay/layout.ts'
import { wordCounter } from '../../../../screenplay/model.ts'

export type ScriptFacts = {
  /** In pages and eighths, such as `2 1/8`. */
  length: string
  eighths: number
  isOnePage: boolean
  minutes: number
  pages: number
  words: number
  scenes: Scene[]
}

/** Measures a changing script. */
export function createFactsReader(): (pages: Pages) => ScriptFacts {
  const countWords = wordCounter()
  return (pages) => {
    const eighths = eighthsOf(pages)
    return {
      length: formatEighths(eighths),
      eighths,
      isOnePage: eighths <= 8,
      minutes: Math.max(1, Math.round(runningTime(pages) / 60)),
      pages: pages.pages.length,
      words: countWords(pages.screenplay.source),
      scenes: scenesOf(pages),
    }
  }
}
