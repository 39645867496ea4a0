import { plainText } from '../../../screenplay/emphasis.ts'
import {
  eighthsOf,
  formatEighths,
  layout,
  pageOf,
  type Pages,
  relayout,
  runningTime,
} from '../../../screenplay/layout.ts'
import { parse, reparse } from '../../../screenplay/parse.ts'

export type SceneFact = {
  /** The offset of its heading in the text. */
  start: number
  heading: string
  page: number
}

export type ScriptFacts = {
  /** In eighths: `2 1/8`. */
  length: string
  isOnePage: boolean
  minutes: number
  scenes: SceneFact[]
}

function factsOf(pages: Pages): ScriptFacts {
  const eighths = eighthsOf(pages)
  return {
    length: formatEighths(eighths),
    isOnePage: eighths <= 8,
    minutes: Math.max(1, Math.round(runningTime(pages) / 60)),
    scenes: pages.screenplay.elements
      .filter(({ type }) => type === 'scene-heading')
      .map((heading) => ({
        start: heading.start,
        heading: plainText(heading.text),
        page: pageOf(pages, heading) ?? 1,
      })),
  }
}

/** Measures a changing script incrementally. */
export function createScriptReader(): (text: string) => ScriptFacts {
  let pages: Pages | undefined
  return (text) => {
    pages = pages ? relayout(pages, reparse(pages.screenplay, text)) : layout(parse(text))
    return factsOf(pages)
  }
}
