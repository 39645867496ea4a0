import { adminMessages } from '../../../messages/admin.ts'
import type { DayCount } from '../api/generations.ts'
import { dayLabel } from './day-label.ts'

const { captionChart, chartDay, chartCount } = adminMessages

/** The chart's numbers for screen readers. */
export function GenerationsTable({ days }: { days: readonly DayCount[] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{captionChart}</caption>
        <thead>
          <tr>
            <th scope="col">{chartDay}</th>
            <th scope="col">{chartCount}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, generations }) => (
            <tr key={day}>
              <th scope="row">
                <time dateTime={day}>{dayLabel(day)}</time>
              </th>
              <td>{generations.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
