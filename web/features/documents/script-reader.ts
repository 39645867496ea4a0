import type { Element } from '../../../screenplay/elements.ts'
import { eighthsOf, formatEighths, runningTime } from '../../../screenplay/layout/length.ts'
import type { Pages } from '../../../screenplay/layout/pages.ts'
import { layout, pageOf, relayout } from '../../../screenplay/layout.ts'
import { parse, reparse } from '../../../screenplay/parse.ts'

export type SceneFact = { heading: Element; page: number }

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
      .map((heading) => ({ heading, page: pageOf(pages, heading) ?? 1 })),
  }
}

/** Counts a script that changes; after a change only what it reaches is counted anew. */
export function createScriptReader(): (text: string) => ScriptFacts | undefined {
  let pages: Pages | undefined
  let facts: ScriptFacts | undefined
  return (text) => {
    if (text.trim() === '') return undefined
    if (pages?.screenplay.source === text) return facts
    pages = pages ? relayout(pages, reparse(pages.screenplay, text)) : layout(parse(text))
    facts = factsOf(pages)
    return facts
  }
}
