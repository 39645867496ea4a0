import {
  layout,
  type Pages,
  relayout,
  type DualBlock,
  dualBlocks,
  type PageBreak,
  pageBreaks,
} from '../../screenplay/layout.ts'
import { parse, reparse } from '../../screenplay/model.ts'
import { applySplices, type Splice } from '../../screenplay/changes.ts'
import { type ChangedBreaks, changedBreaks } from './changed-breaks.ts'
import { createFactsReader, type ScriptFacts } from './script-facts.ts'

/**
 * The text as of `revision`: whole, or as changes, each list relative to the text before it. Facts are
 * computed only on request: during typing, most would be outdated before they are read.
 */
export type LayoutRequest = { revision: number; facts: boolean } & (
  | { text: string }
  | { changes: Splice[][] }
)

export type LayoutResult = {
  /** The text it was computed from. */
  revision: number
  breaks: PageBreak[]
  dual: DualBlock[]
  titlePages: Pages['titlePages']
  /** Rows used on the last page. */
  lastRows: number
  /** Only if requested. */
  facts?: ScriptFacts
}

/** Page breaks are relative to those of the last response; an unchanged title page is left out. */
export type LayoutResponse = Omit<LayoutResult, 'titlePages' | 'breaks'> & {
  titlePages?: LayoutResult['titlePages']
  breaks: ChangedBreaks
}

/** Lays out a changing script incrementally. Runs in the worker. */
export function createLayoutReader(): (request: LayoutRequest) => LayoutResponse {
  const factsOf = createFactsReader()
  let pages: Pages | undefined
  let sentTitle: string | undefined
  let sent: { breaks: PageBreak[]; length: number } = { breaks: [], length: 0 }
  return (request) => {
    if ('text' in request || !pages) {
      pages = layout(parse('text' in request ? request.text : ''))
    }
    if ('changes' in request) {
      const text = request.changes.reduce(applySplices, pages.screenplay.source)
      pages = relayout(pages, reparse(pages.screenplay, text))
    }
    const { titlePages } = pages
    const title = JSON.stringify(titlePages)
    const isNewTitle = title !== sentTitle
    sentTitle = title
    const before = sent
    sent = { breaks: pageBreaks(pages), length: pages.screenplay.source.length }
    return {
      revision: request.revision,
      breaks: changedBreaks(before.breaks, sent.breaks, sent.length - before.length),
      dual: dualBlocks(pages),
      lastRows: pages.pages.at(-1)?.rows ?? 0,
      ...(request.facts && { facts: factsOf(pages) }),
      ...(isNewTitle && { titlePages }),
    }
  }
}
