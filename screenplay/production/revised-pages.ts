import type { Element } from '../elements.ts'
import { lineText } from '../layout/lines.ts'
import type { Page, Pages } from '../layout/pages.ts'

const printed = ({ lines }: Page): string =>
  JSON.stringify(lines.map((line) => [line.row, line.left, line.sceneNumber, lineText(line)]))

/** The pages that have to be handed out again: new ones, and those that print something else than before. */
export function revisedPages(before: Pages, after: Pages): Pages {
  const known = new Map(before.pages.map((page) => [page.label, printed(page)]))
  return { ...after, pages: after.pages.filter((page) => known.get(page.label) !== printed(page)) }
}

/** The labels of the pages that stand for cut ones too, such as 2-3, by the element they begin with. */
export const cutPagesOf = ({ pages }: Pages): Map<Element, string> =>
  new Map(
    pages.flatMap(({ label, lines }) => {
      const [first] = label.includes('-') ? lines : []
      return first ? [[first.element, label] as const] : []
    }),
  )
