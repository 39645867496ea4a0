import type { TitleLine } from '../title-lines.ts'
import { isHeading, type Row, type Segment, textOf } from './rows.ts'

const MIN_EMPTY_LINES = 6
const CENTER_TOLERANCE = 0.4
const LEFT_EDGE = 1.2

/** A first page is a title page if it starts far down, has no scene heading and has centered text. */
export function splitTitlePage(rows: readonly Row[], paperWidth: number) {
  const isCentered = (left: number, right: number) =>
    left > LEFT_EDGE && Math.abs((left + right) / 2 - paperWidth / 2) < CENTER_TOLERANCE
  const end = rows.findIndex(({ startsPage }, n) => n > 0 && startsPage)
  const page = rows.slice(0, Math.max(0, end))
  const isTitlePage =
    (page[0]?.blank ?? 0) >= MIN_EMPTY_LINES &&
    !page.some((row) => isHeading(textOf(row))) &&
    page.some(({ segments }) => segments.some(({ left, right }) => isCentered(left, right)))
  if (!isTitlePage) return { title: [], script: rows }
  const title: (TitleLine & Pick<Segment, 'spans'>)[] = []
  for (const { segments, blank } of page) {
    if (blank > 0) title.push({ text: '', isCentered: false })
    for (const { text, left, right, spans } of segments) {
      title.push({ text, isCentered: isCentered(left, right), ...(spans && { spans }) })
    }
  }
  return { title, script: rows.slice(end) }
}
