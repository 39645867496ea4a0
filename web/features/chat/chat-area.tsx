import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { messages } from '../../messages.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { useAutoScroll } from './use-auto-scroll.ts'

const { chat } = messages

type ChatAreaProps = {
  /** A conversation opens at its end; a script without one at its beginning. */
  conversationId: string | null
  /** Whether its messages are loaded. */
  isLoaded: boolean
  /** Incremented with every message sent, which scrolls to the end. */
  sentCount: number
  children: ReactNode
}

/** The scrolling area. */
export function ChatArea({ conversationId, isLoaded, sentCount, children }: ChatAreaProps) {
  const { box, content, toStart, toEnd, isAway } = useAutoScroll()
  const open = conversationId === null ? toStart : toEnd
  useLayoutEffect(open, [open, conversationId, isLoaded])
  useEffect(() => {
    if (sentCount > 0) toEnd()
  }, [toEnd, sentCount])
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        // Focusable, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="log"
        aria-label={chat.log}
        aria-live="off"
        className="@container h-full overflow-y-auto overscroll-contain px-3 focus-visible:-outline-offset-2 data-waiting:outline-none sm:px-6"
      >
        {/* Without a sidebar there is room for a toast below the last message. The room is inside: the box may be lower. */}
        <div
          ref={content}
          className="mx-auto flex min-h-full max-w-190 flex-col pt-7 pb-24 desk:[[data-holds-toasts]~main_&]:pb-7"
        >
          {children}
        </div>
      </div>
      {isAway && (
        <IconButton
          variant="secondary"
          icon={ArrowDown}
          label={chat.toEnd}
          onClick={toEnd}
          className="absolute bottom-4 left-1/2 -translate-x-1/2 rounded-full shadow-raised"
        />
      )}
    </div>
  )
}
