import { type Screenplay, parse } from '../../screenplay/model.ts'
import { type Pages, type Paper, readPageSetup, writePageSetup } from '../../screenplay/layout.ts'

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
