import { useEffect, useRef } from 'react'
import { adminMessages } from '../../messages/admin.ts'
import { Button } from '../../ui/button/button.tsx'
import { CardFooter } from '../../ui/layout/card.tsx'

type MoreButtonProps = { busy: boolean; onMore: () => void }

const rowsIn = (card: Element) => card.querySelectorAll<HTMLElement>('tbody tr')

/** Shown below a card's table while there are more rows. When it goes, the first new row gets the focus. */
export function MoreButton({ busy, onMore }: MoreButtonProps) {
  const pressed = useRef<{ card: Element; shown: number }>(undefined)

  useEffect(
    () => () => {
      const row = pressed.current && rowsIn(pressed.current.card)[pressed.current.shown]
      if (!row || document.activeElement !== document.body) return
      row.tabIndex = -1
      row.focus({ preventScroll: true })
    },
    [],
  )

  return (
    <CardFooter className="justify-center">
      <Button
        variant="ghost"
        size="sm"
        busy={busy}
        onClick={({ currentTarget }) => {
          const card = currentTarget.closest('section')
          pressed.current = card ? { card, shown: rowsIn(card).length } : undefined
          onMore()
        }}
      >
        {adminMessages.more}
      </Button>
    </CardFooter>
  )
}
