import { lineText } from '../layout/lines.ts'
import type { Page, Pages } from '../layout/pages.ts'

const printed = ({ lines }: Page): string =>
  JSON.stringify(lines.map((line) => [line.row, line.left, line.sceneNumber, lineText(line)]))

/** The pages that have to be handed out again: new ones, and those that print something else than before. */
export function revisedPages(before: Pages, after: Pages): Pages {
  const known = new Map(before.pages.map((page) => [page.label, printed(page)]))
  return { ...after, pages: after.pages.filter((page) => known.get(page.label) !== printed(page)) }
}
