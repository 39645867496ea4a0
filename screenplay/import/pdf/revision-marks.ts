import type { PageArea, PageLine } from './lines.ts'

/** Marks are printed in the right margin: at least this many points from the left edge of the paper. */
const MARGIN = 6.9 * 72
/** Points. The gap before a mark that is surely no part of the text. */
const GAP = 10
const NEAR = 3
/** Characters. */
const MAX_MARK = 8

const mark = /\s*\*+\s*$/

/** Without the asterisks beside revised lines, at the end of full lines too; `count` is how many there were. */
export function withoutRevisionMarks(pages: readonly PageArea[]) {
  const columns = pages.flatMap(({ lines, x0 }) =>
    lines.flatMap(({ words }) => {
      const [last, before] = words.filter(({ text }) => text.trim() !== '').toReversed()
      if (!last || !/^\*{1,8}$/.test(last.text.trim()) || last.x - x0 < MARGIN) return []
      return last.x - (before?.end ?? 0) < GAP ? [] : [last.end]
    }),
  )
  const places = [...new Set(columns.map(Math.round))]
  let count = 0
  const kept = pages.map((page): PageArea => {
    const lines = page.lines.flatMap((line): PageLine[] => {
      const last = line.words.findLast(({ text }) => text.trim() !== '')
      const isMarked =
        last &&
        mark.test(last.text.slice(-MAX_MARK)) &&
        places.some((end) => Math.abs(last.end - end) < NEAR)
      if (!isMarked) return [line]
      count += 1
      const tail = last.text.slice(-MAX_MARK).replace(mark, '')
      const text = (last.text.slice(0, -MAX_MARK) + tail).trimEnd()
      const end = last.x + ((last.end - last.x) * text.length) / last.text.length
      const others = line.words.slice(0, line.words.indexOf(last))
      const words = text.trim() === '' ? others : [...others, { ...last, text, end }]
      return words.some((word) => word.text.trim() !== '') ? [{ ...line, words }] : []
    })
    return { ...page, lines }
  })
  return { pages: kept, count }
}
