import { adminMessages } from '../../../messages/admin.ts'
import { dayLabel, type DayValue } from './plot-options.ts'

type DayTableProps = {
  caption: string
  /** What the values are. */
  measure: string
  days: readonly DayValue[]
  format: (value: number) => string
}

/** The chart's numbers for screen readers. */
export function DayTable({ caption, measure, days, format }: DayTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{adminMessages.chartDay}</th>
            <th scope="col">{measure}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, value }) => (
            <tr key={day}>
              <th scope="row">
                <time dateTime={day}>{dayLabel(day)}</time>
              </th>
              <td>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
