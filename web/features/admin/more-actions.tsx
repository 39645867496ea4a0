import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Menu, MenuContent, MenuTrigger } from '../../ui/overlay/menu.tsx'

type MoreActionsProps = {
  label: string
  className?: string
  /** The items of the menu. */
  children: ReactNode
}

/** The menu at the end of a row or of a card's header. Its icon is aligned with the end of the text above. */
export function MoreActions({ label, className = 'max-lg:-mr-3', children }: MoreActionsProps) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={label} className={`size-8 ${className}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent>{children}</MenuContent>
    </Menu>
  )
}
