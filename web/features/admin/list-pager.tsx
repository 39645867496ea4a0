import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { adminMessages } from '../../messages/admin.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { CardFooter } from '../../ui/layout/card.tsx'

type ListPagerProps = {
  page: number
  /** Rows per page. */
  size: number
  shown: number
  total: number
  onTurn: (page: number) => void
  /** Shown before the previous and next buttons. */
  actions?: ReactNode
}

/** Sticky at the bottom of the viewport while the table is taller than that. */
export function ListPager({ page, size, shown, total, onTurn, actions }: ListPagerProps) {
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const first = page * size
  const hasPages = total > size
  const isLast = first + shown >= total

  function turn(to: number): void {
    // A button that becomes disabled loses the focus: move it to the other one first.
    if (to === 0) next.current?.focus()
    if ((to + 1) * size >= total) previous.current?.focus()
    onTurn(to)
  }

  return (
    <CardFooter
      className={classNames('flex-wrap rounded-b-md bg-sheet', hasPages && 'sticky bottom-0 z-10')}
    >
      <output className="mr-auto tabular-nums">
        {adminMessages.range(first + 1, first + shown, total)}
      </output>
      <span className="ml-auto flex flex-wrap justify-end gap-2">{actions}</span>
      {hasPages && (
        <>
          <IconButton
            variant="secondary"
            icon={ChevronLeft}
            ref={previous}
            label={adminMessages.previous}
            disabled={page === 0}
            onClick={() => turn(page - 1)}
          />
          <IconButton
            variant="secondary"
            icon={ChevronRight}
            ref={next}
            label={adminMessages.next}
            disabled={isLast}
            onClick={() => turn(page + 1)}
          />
        </>
      )}
    </CardFooter>
  )
}
