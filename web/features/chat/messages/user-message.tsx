import { Ellipsis, Trash2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlay/menu.tsx'
import type { Message } from '../api/messages.ts'

const { chat } = messages

type UserMessageProps = {
  message: Message
  onDelete: (messageId: string) => Promise<void>
  /** Below it. */
  children?: ReactNode
}

export const UserMessage = memo(function UserMessage(props: UserMessageProps) {
  const { message, onDelete, children } = props
  return (
    <div>
      <div className="group flex items-start justify-end gap-1.5">
        <Menu>
          <MenuTrigger asChild>
            <Button
              variant="ghost"
              size="icon"
              aria-label={chat.messageOptions}
              className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 touch:opacity-100"
            >
              <Ellipsis aria-hidden="true" />
            </Button>
          </MenuTrigger>
          <MenuContent>
            <MenuItem danger onSelect={() => void onDelete(message.id)}>
              <Trash2 aria-hidden="true" />
              {chat.remove}
            </MenuItem>
          </MenuContent>
        </Menu>
        <div className="max-w-[82%] min-w-0 rounded-lg rounded-br-[4px] bg-accent-wash px-3.5 py-2.5">
          <span className="sr-only">{chat.you}: </span>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {message.content}
          </p>
          {message.scope !== null && (
            <p dir="auto" className="mt-1 font-script text-xs wrap-anywhere text-ink-2">
              <span className="sr-only">{chat.about} </span>
              {message.scope}
            </p>
          )}
        </div>
      </div>
      {children}
    </div>
  )
})
