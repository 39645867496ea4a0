import type { AuthorshipRecord } from '../../../../contract/authorship.ts'
import { authorshipMessages as words } from '../../../messages/authorship.ts'
import { originLabel, shareText } from '../origin-text.ts'
import { type Moment, overTime, statesOf, wordsPerDay } from '../over-time.ts'
import { type Column, ColumnsPlot } from '../plots/columns-plot.tsx'
import { Legend } from '../plots/legend.tsx'
import { PlotCard } from '../plots/plot-card.tsx'
import { printedOf, shownOrigins, totalOf } from '../shares.ts'
import type { ReportFacts } from '../../../script-worker/report-facts.ts'

const { time, perDay } = words

const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

const number = (value: number) => value.toLocaleString()
const momentName = ({ at, version }: Moment, isByDay: boolean) =>
  isByDay ? longDay.format(at) : version === null ? time.now : number(version)

/** How the text grew, and whose words it had. */
export function OverTimeCard({ record }: { record: AuthorshipRecord }) {
  const { isByDay, moments } = overTime(statesOf(record))
  const columns = moments.map((moment, index): Column => {
    const { at, shares } = moment
    const total = totalOf(shares)
    return {
      key: String(index),
      label: isByDay ? shortDay.format(at) : momentName(moment, false),
      title: time.column(momentName(moment, isByDay), total, shareText(shares, record)),
      parts: shownOrigins.map((origin) => ({ look: origin, value: shares[origin] ?? 0 })),
    }
  })
  const shown = shownOrigins.filter((origin) =>
    moments.some(({ shares }) => (shares[origin] ?? 0) > 0),
  )
  return (
    <PlotCard
      title={time.title}
      about={isByDay ? time.byDay : time.byVersion}
      none={time.none}
      table={
        shown.length === 0
          ? null
          : {
              columns: [
                { label: isByDay ? time.day : time.version },
                { label: time.total, numeric: true },
                ...shown.map((origin) => ({ label: originLabel(origin, record), numeric: true })),
              ],
              rows: moments.map((moment, index) => ({
                key: String(index),
                cells: [
                  momentName(moment, isByDay),
                  number(totalOf(moment.shares)),
                  ...shown.map((origin) => number(moment.shares[origin] ?? 0)),
                ],
              })),
            }
      }
    >
      <ColumnsPlot label={time.title} columns={columns} formatValue={number} />
      <div className="mt-2">
        <Legend
          items={shown.map((origin) => ({ look: origin, label: originLabel(origin, record) }))}
        />
      </div>
    </PlotCard>
  )
}

type PerDayCardProps = { record: AuthorshipRecord; facts: ReportFacts | null | undefined }

/** What was written on each day. Pages are estimated from words: old versions are not laid out again. */
export function PerDayCard({ record, facts }: PerDayCardProps) {
  const days = wordsPerDay(statesOf(record))
  const total = totalOf(printedOf(record.text))
  const pages = (amount: number) =>
    facts && total > 0 ? ((amount / total) * facts.eighths) / 8 : undefined
  const pageText = (amount: number) => {
    const value = pages(amount)
    return value === undefined
      ? words.words(amount)
      : value.toLocaleString(undefined, { maximumFractionDigits: 1 })
  }
  const hasDays = days.some((day) => day.words !== 0)
  return (
    <PlotCard
      title={perDay.title}
      about={perDay.about}
      none={perDay.none}
      table={
        hasDays
          ? {
              columns: [
                { label: perDay.day },
                { label: perDay.pages, numeric: true },
                { label: perDay.words, numeric: true },
              ],
              rows: days.map((day, index) => ({
                key: String(index),
                cells: [longDay.format(day.at), pageText(day.words), number(day.words)],
              })),
            }
          : null
      }
    >
      <ColumnsPlot
        label={perDay.title}
        formatValue={pageText}
        columns={days.map((day, index) => ({
          key: String(index),
          label: shortDay.format(day.at),
          title: perDay.column(longDay.format(day.at), pageText(day.words), day.words),
          parts: [{ look: day.words < 0 ? 'less' : 'plain', value: day.words }],
        }))}
      />
    </PlotCard>
  )
}
