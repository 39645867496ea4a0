import { Paragraph } from 'docx'
import type { TitleEntry } from '../../elements.ts'
import { plainText } from '../../emphasis.ts'
import { Wrapping } from '../../layout/wrap.ts'
import { LINE } from './measures.ts'
import { runsOf } from './runs.ts'

const FIRST_ROW = 17
const CELLS = 65
const inTheMiddle = new Set(['title', 'credit', 'author', 'authors', 'source'])

const keyOf = ({ key }: TitleEntry) => key.trim().toLowerCase()
const isInTheMiddle = (entry: TitleEntry) => inTheMiddle.has(keyOf(entry))

const rowsOf = ({ values }: TitleEntry) =>
  values.reduce((sum, value) => {
    const text = plainText(value)
    const lines = new Wrapping(text, CELLS).lines(0, text.length, Number.POSITIVE_INFINITY)
    return sum + Math.max(1, lines.length)
  }, 0)

/** With an empty line between each two. */
const stackOf = (entries: readonly TitleEntry[]) =>
  entries.reduce((sum, entry) => sum + rowsOf(entry) + 1, 0) - Math.min(1, entries.length)

/** Title, credit and source in the middle; contact, date and whatever else at the foot, on the left. */
export function titlePageOf(titlePage: readonly TitleEntry[], capacity: number): Paragraph[] {
  const entries = titlePage.filter(({ values }) => values.some((value) => value.trim() !== ''))
  const middle = entries.filter(isInTheMiddle)
  const foot = entries.filter((entry) => !isInTheMiddle(entry))
  const used = middle.length > 0 ? FIRST_ROW + stackOf(middle) : 0
  const untilFoot = capacity - (used % capacity) - stackOf(foot)
  const fits = untilFoot > 0

  return [...middle, ...foot].flatMap((entry, at) => {
    const isFoot = at === middle.length
    const rows = isFoot ? Math.max(0, untilFoot) : at === 0 ? FIRST_ROW : 1
    return entry.values.map(
      (value, n) =>
        new Paragraph({
          style: styleOf(entry),
          ...(n === 0 && { spacing: { before: rows * LINE } }),
          ...(n === 0 && isFoot && !fits && { pageBreakBefore: true }),
          children: runsOf(value),
        }),
    )
  })
}

function styleOf(entry: TitleEntry): string {
  if (keyOf(entry) === 'title') return 'TitlePageTitle'
  return isInTheMiddle(entry) ? 'TitlePageCredit' : 'TitlePageContact'
}
