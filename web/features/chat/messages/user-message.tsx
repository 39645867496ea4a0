import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, use, useRef, useState } from 'react'
import { PROMPT_CHARACTERS } from '../../../../contract/limits.ts'
import { messages } from '../../../messages.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlay/menu.tsx'
import type { Message } from '../api/messages.ts'
import { BranchPager, Branches } from '../branches.tsx'

const { chat } = messages

type UserMessageProps = {
  message: Message
  onDelete: (messageId: string) => Promise<void>
  /** Below it. */
  children?: ReactNode
}

export const UserMessage = memo(function UserMessage(props: UserMessageProps) {
  const { message, onDelete, children } = props
  const branches = use(Branches)
  const [isEditing, setIsEditing] = useState(false)
  const options = useRef<HTMLButtonElement>(null)
  const edit = branches?.edit
  if (isEditing) {
    return (
      <PromptEditor
        message={message}
        onSend={
          edit &&
          ((content) => {
            setIsEditing(false)
            edit(message, content)
          })
        }
        onCancel={() => {
          setIsEditing(false)
          // It is there again after this render.
          requestAnimationFrame(() => options.current?.focus())
        }}
      />
    )
  }
  return (
    <div>
      <div className="group flex items-start justify-end gap-1.5">
        <Menu>
          <MenuTrigger asChild>
            <IconButton
              icon={Ellipsis}
              ref={options}
              label={chat.messageOptions}
              className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 touch:opacity-100"
            />
          </MenuTrigger>
          <MenuContent>
            <MenuItem disabled={!edit} onSelect={() => setIsEditing(true)}>
              <Pencil />
              {chat.edit}
            </MenuItem>
            <MenuItem danger onSelect={() => void onDelete(message.id)}>
              <Trash2 />
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
      <div className="mt-1 flex justify-end empty:hidden">
        <BranchPager messageId={message.id} />
      </div>
      {children}
    </div>
  )
})

type PromptEditorProps = {
  message: Message
  /** Undefined while busy. */
  onSend: ((content: string) => void) | undefined
  onCancel: () => void
}

/** Enter sends, Shift+Enter starts a new line, Escape cancels, as everywhere. */
function PromptEditor({ message, onSend, onCancel }: PromptEditorProps) {
  const [text, setText] = useState(message.content)
  const isTooLong = text.length > PROMPT_CHARACTERS
  const canSend = onSend !== undefined && text.trim() !== '' && !isTooLong

  function send(): void {
    if (canSend) onSend(text.trim())
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter also confirms a composed character.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="grid gap-2 rounded-lg border border-line-2 bg-sheet p-2 focus-within:outline-2 focus-within:outline-accent"
    >
      <textarea
        // Whoever chose to edit it wants to type.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={3}
        value={text}
        aria-label={chat.editPrompt}
        aria-invalid={isTooLong || undefined}
        onFocus={({ target }) => target.setSelectionRange(text.length, text.length)}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-60 resize-none bg-transparent px-2 py-1 text-base outline-none"
      />
      {isTooLong && (
        <p role="alert" className="px-2 text-sm text-bad">
          {chat.promptTooLong(PROMPT_CHARACTERS)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          {chat.cancel}
        </Button>
        <Button type="submit" variant="primary" size="sm" disabled={!canSend}>
          {chat.send}
        </Button>
      </div>
    </form>
  )
}
