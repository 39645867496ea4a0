import { Copy, PenLine, Tag } from 'lucide-react'
import { collectionMessages as words } from '../../../messages/collection.ts'
import { useOpensAtOnce } from '../../../ui/overlay/lazy-menu.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlay/menu.tsx'
import { EllipsisButton, type MoreButtonProps } from './ellipsis-button.tsx'

/** What is needed less often than editing and deleting. Opens at once: it is loaded when its button is pressed. */
export function ScriptMenu({ script, actions, className }: MoreButtonProps) {
  const trigger = useOpensAtOnce()
  return (
    <Menu>
      <MenuTrigger asChild ref={trigger}>
        <EllipsisButton title={script.title} className={className} />
      </MenuTrigger>
      <MenuContent>
        <MenuItem onSelect={() => actions.rename(script)}>
          <PenLine />
          {words.rename}
        </MenuItem>
        <MenuItem onSelect={() => actions.duplicate(script)}>
          <Copy />
          {words.duplicate}
        </MenuItem>
        <MenuItem onSelect={() => actions.tag(script)}>
          <Tag />
          {words.tags.open}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
