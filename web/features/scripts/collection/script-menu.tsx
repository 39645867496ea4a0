import { Copy, PenLine, Tag } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { collectionMessages as words } from '../../../messages/collection.ts'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlay/menu.tsx'
import { EllipsisButton, type MoreButtonProps } from './ellipsis-button.tsx'

/** What is needed less often than editing and deleting. Opens at once: it is loaded when its button is pressed. */
export function ScriptMenu({ script, actions, className }: MoreButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Opened with a key press, so that the focus moves to the first item.
    trigger.current?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }),
    )
  }, [])
  return (
    <Menu>
      <MenuTrigger asChild ref={trigger}>
        <EllipsisButton title={script.title} className={className} />
      </MenuTrigger>
      <MenuContent>
        <MenuItem onSelect={() => actions.rename(script)}>
          <PenLine aria-hidden="true" />
          {words.rename}
        </MenuItem>
        <MenuItem onSelect={() => actions.duplicate(script)}>
          <Copy aria-hidden="true" />
          {words.duplicate}
        </MenuItem>
        <MenuItem onSelect={() => actions.tag(script)}>
          <Tag aria-hidden="true" />
          {words.tags.open}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
