import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { usageMessages as words } from '../../../messages/admin-usage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { currentMonth, monthLabel, shiftMonth } from './month.ts'

type MonthPickerProps = { month: string; onMonth: (month: string) => void }

export function MonthPicker({ month, onMonth }: MonthPickerProps) {
  const previous = useRef<HTMLButtonElement>(null)
  const isCurrent = month >= currentMonth()
  return (
    <fieldset className="flex items-center gap-1 max-sm:order-last max-sm:w-full max-sm:justify-between">
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
      <output className="min-w-34 text-center text-md tabular-nums">{monthLabel(month)}</output>
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
