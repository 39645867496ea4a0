import { useLayoutEffect, useRef } from 'react'
import { Square } from 'lucide-react'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { useQueuePlace } from '../chat/generation/generations.ts'
import { progressOf } from '../chat/status-line.tsx'

type WritingStatusProps = {
  conversationId: string | null
  onStop: () => void
  /** For the focus, if it is on the button when there is nothing left to stop. */
  onDone: () => void
}

/** Beside the page without the chat: an answer is being written, and can be stopped. */
export function WritingStatus({ conversationId, onStop, onDone }: WritingStatusProps) {
  const place = useQueuePlace(conversationId)
  const status = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  useLayoutEffect(() => {
    done.current = onDone
  }, [onDone])
  useLayoutEffect(() => {
    const { current: shown } = status
    return () => {
      if (shown?.contains(document.activeElement)) done.current()
    }
  }, [])
  return (
    <div
      ref={status}
      className="flex shrink-0 items-center gap-2.5 border-b border-line bg-sheet px-4 py-1.5 text-sm text-ink-2"
    >
      <SpinnerIcon className="text-accent" />
      <output className="min-w-0 flex-1">{progressOf(place)}</output>
      <Button size="sm" aria-keyshortcuts="Escape" onClick={onStop}>
        <Square aria-hidden="true" className="size-3! fill-current" />
        {messages.chat.stop}
      </Button>
    </div>
  )
}
