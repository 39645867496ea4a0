import { Ellipsis } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { ButtonMenu } from '../../ui/overlay/menu.tsx'
import { adminMessages } from '../../messages/admin.ts'
import { CardFooter } from '../../ui/layout/card.tsx'
import { giveLostFocus } from '../../lib/focus.ts'

type MoreActionsProps = {
  label: string
  className?: string
  /** The items of the menu. */
  children: ReactNode
}

/** The menu at the end of a row or of a card's header. Its icon is aligned with the end of the text above. */
export function MoreActions({ label, className = 'max-lg:-mr-3', children }: MoreActionsProps) {
  return (
    <ButtonMenu
      button={<IconButton icon={Ellipsis} label={label} className={`size-8 ${className}`} />}
    >
      {children}
    </ButtonMenu>
  )
}

type MoreButtonProps = { busy: boolean; onMore: () => void }

const rowsIn = (card: Element) => card.querySelectorAll<HTMLElement>('tbody tr')

/** Shown below a card's table while there are more rows. When it goes, the first new row gets the focus. */
export function MoreButton({ busy, onMore }: MoreButtonProps) {
  const pressed = useRef<{ card: Element; shown: number }>(undefined)

  useEffect(
    () => () => {
      const row = pressed.current && rowsIn(pressed.current.card)[pressed.current.shown]
      if (row) row.tabIndex = -1
      giveLostFocus(row)
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
