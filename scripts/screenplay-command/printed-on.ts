import type { Screenplay } from '../../screenplay/elements.ts'
import type { Pages, Paper } from '../../screenplay/layout.ts'
import { readPageSetup, writePageSetup } from '../../screenplay/page-setup.ts'
import { parse } from '../../screenplay/parse.ts'

/** Replaces the paper in the script's page setup with the given one, if both exist. */
export function printedOn(screenplay: Screenplay, paper: Paper | undefined): Screenplay {
  const setup = readPageSetup(screenplay)
  if (paper === undefined || setup.paper === undefined) return screenplay
  return parse(writePageSetup(screenplay.source, { ...setup, paper }))
}

export function paperName({ style, paper }: Pick<Pages, 'style' | 'paper'>): string {
  const own = style.setup.paper ?? paper
  return typeof own === 'object' ? `${own.width} x ${own.height} in` : own
}
