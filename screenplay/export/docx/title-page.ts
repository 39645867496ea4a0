import { Paragraph } from 'docx'
import type { TitleEntry } from '../../elements.ts'
import { LINE } from './measures.ts'
import { runsOf } from './runs.ts'

const FIRST_LINE = 18
const CHARACTERS_PER_LINE = 60
const inTheMiddle = new Set(['title', 'credit', 'author', 'authors', 'source'])

const isInTheMiddle = ({ key }: TitleEntry) => inTheMiddle.has(key.trim().toLowerCase())
const isTitle = ({ key }: TitleEntry) => key.trim().toLowerCase() === 'title'

const linesOf = (values: readonly string[]) =>
  values.reduce((sum, value) => sum + Math.max(1, Math.ceil(value.length / CHARACTERS_PER_LINE)), 0)

/** Title, credit and source in the middle; contact, date and whatever else at the foot, on the left. */
export function titlePageOf(entries: readonly TitleEntry[], linesOnPage: number): Paragraph[] {
  const middle = entries.filter(isInTheMiddle)
  const foot = entries.filter((entry) => !isInTheMiddle(entry))
  const blank = (count: number) => ({ spacing: { before: count * LINE } })
  const used = FIRST_LINE - 1 + middle.reduce((sum, { values }) => sum + linesOf(values) + 1, 0)
  const footLines = foot.reduce((sum, { values }) => sum + linesOf(values) + 1, -1)
  const untilFoot = Math.max(1, linesOnPage - used - footLines + 1)

  return [...middle, ...foot].flatMap((entry, at) => {
    const first = at === 0 ? FIRST_LINE - 1 : 1
    const above = at === middle.length ? untilFoot + (at === 0 ? FIRST_LINE - 2 : 0) : first
    const style = isTitle(entry) ? 'TitlePageTitle' : 'TitlePageCredit'
    return entry.values.map(
      (value, n) =>
        new Paragraph({
          style: isInTheMiddle(entry) ? style : 'TitlePageContact',
          ...(n === 0 && blank(above)),
          children: runsOf(value),
        }),
    )
  })
}
