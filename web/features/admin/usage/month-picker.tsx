import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { usageMessages as words } from '../../../messages/admin-usage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { currentMonth, lastMonths, monthLabel, shiftMonth } from './month.ts'

type MonthPickerProps = { month: string; onMonth: (month: string) => void }

/** One month back or forth, or any of the last two years at once. */
export function MonthPicker({ month, onMonth }: MonthPickerProps) {
  const previous = useRef<HTMLButtonElement>(null)
  const isCurrent = month >= currentMonth()
  return (
    <fieldset className="flex min-w-0 items-center gap-1 max-sm:order-last max-sm:w-full">
      <legend className="sr-only">{words.month}</legend>
      <Button
        ref={previous}
        variant="ghost"
        size="icon"
        aria-label={words.previousMonth}
        onClick={() => onMonth(shiftMonth(month, -1))}
      >
        <ChevronLeft aria-hidden="true" />
      </Button>
      <span className="grid max-sm:grow">
        <Select
          aria-label={words.month}
          value={month}
          onChange={({ target }) => onMonth(target.value)}
        >
          {lastMonths(month).map((one) => (
            <option key={one} value={one}>
              {monthLabel(one)}
            </option>
          ))}
        </Select>
      </span>
      <Button
        variant="ghost"
        size="icon"
        aria-label={words.nextMonth}
        disabled={isCurrent}
        onClick={() => {
          const next = shiftMonth(month, 1)
          // A button that becomes disabled loses the focus: move it to the other one first.
          if (next >= currentMonth()) previous.current?.focus()
          onMonth(next)
        }}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </fieldset>
  )
}
