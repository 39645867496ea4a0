import { Paragraph } from 'docx'
import { printedValues, type TitleEntry } from '../../elements.ts'
import { plainText } from '../../emphasis.ts'
import { Wrapping } from '../../layout/wrap.ts'
import { LINE } from './measures.ts'
import { runsOf } from './runs.ts'

const FIRST_ROW = 17
const CELLS = 65
const centeredKeys = new Set(['title', 'credit', 'author', 'authors', 'source'])

const keyOf = ({ key }: TitleEntry) => key.trim().toLowerCase()
const isCentered = (entry: TitleEntry) => centeredKeys.has(keyOf(entry))

const rowsOf = ({ values }: TitleEntry) =>
  values.reduce((sum, value) => {
    const text = plainText(value)
    const lines = new Wrapping(text, CELLS).lines(0, text.length, Number.POSITIVE_INFINITY)
    return sum + Math.max(1, lines.length)
  }, 0)

/** Rows of all entries, separated by empty lines. */
const stackHeight = (entries: readonly TitleEntry[]) =>
  entries.reduce((sum, entry) => sum + rowsOf(entry) + 1, 0) - Math.min(1, entries.length)

/** Title, credit, author and source are centered; everything else is at the bottom left. */
export function titlePageOf(titlePage: readonly TitleEntry[], capacity: number): Paragraph[] {
  const entries = titlePage
    .map((entry): TitleEntry => ({ ...entry, values: printedValues(entry) }))
    .filter(({ values }) => values.some((value) => value.trim() !== ''))
  const centered = entries.filter(isCentered)
  const footer = entries.filter((entry) => !isCentered(entry))
  const used = centered.length > 0 ? FIRST_ROW + stackHeight(centered) : 0
  const spaceAboveFooter = capacity - (used % capacity) - stackHeight(footer)
  const fits = spaceAboveFooter > 0

  return [...centered, ...footer].flatMap((entry, at) => {
    const isFirstInFooter = at === centered.length
    const rows = isFirstInFooter ? Math.max(0, spaceAboveFooter) : at === 0 ? FIRST_ROW : 1
    return entry.values.map(
      (value, n) =>
        new Paragraph({
          style: styleOf(entry),
          ...(n === 0 && { spacing: { before: rows * LINE } }),
          ...(n === 0 && isFirstInFooter && !fits && { pageBreakBefore: true }),
          children: runsOf(value),
        }),
    )
  })
}

function styleOf(entry: TitleEntry): string {
  if (keyOf(entry) === 'title') return 'TitlePageTitle'
  return isCentered(entry) ? 'TitlePageCredit' : 'TitlePageContact'
}
