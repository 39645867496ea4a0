import { Ellipsis, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { messages } from '../../../messages.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlay/menu.tsx'
import { SideListItem } from '../../../ui/layout/side-list.tsx'
import type { Conversation } from '../api/conversations.ts'

const { chat } = messages

type ConversationItemProps = {
  conversation: Conversation
  isCurrent: boolean
  onSelect: (conversation: Conversation) => void
  onDelete: (conversationId: string) => void
}

export const ConversationItem = memo(function ConversationItem(props: ConversationItemProps) {
  const { conversation, isCurrent, onSelect, onDelete } = props
  return (
    <SideListItem
      title={conversation.title}
      detail={new Date(conversation.updated_at).toLocaleDateString()}
      isCurrent={isCurrent}
      onChoose={() => onSelect(conversation)}
      action={
        <Menu>
          <MenuTrigger asChild>
            <IconButton
              icon={Ellipsis}
              label={chat.options(conversation.title)}
              className="size-7 opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 data-[state=open]:opacity-100 touch:size-11 touch:opacity-100"
            />
          </MenuTrigger>
          <MenuContent>
            <MenuItem danger onSelect={() => onDelete(conversation.id)}>
              <Trash2 />
              {chat.remove}
            </MenuItem>
          </MenuContent>
        </Menu>
      }
    />
  )
})
