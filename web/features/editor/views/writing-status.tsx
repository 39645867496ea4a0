import { Square } from 'lucide-react'
import { useCallback } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import { useQueuePlace } from '../../chat/generation/generations.ts'
import { progressOf } from '../../chat/status-line.tsx'
import { useSession } from '../../document/session.tsx'

type WritingStatusProps = {
  onStop: () => Promise<void>
  /** For the focus, if it is on the button when there is nothing left to stop. */
  onDone: () => void
}

/** Beside the page without the chat: an answer is being written, and can be stopped. */
export function WritingStatus({ onStop, onDone }: WritingStatusProps) {
  const place = useQueuePlace(useSession().conversationId)
  const whenGone = useCallback(
    (status: HTMLElement | null) => () => {
      if (status?.contains(document.activeElement)) onDone()
    },
    [onDone],
  )
  return (
    <div
      ref={whenGone}
      className="flex shrink-0 items-center gap-2.5 border-b border-line bg-sheet px-4 py-1.5 text-sm text-ink-2"
    >
      <SpinnerIcon className="text-accent" />
      <output className="min-w-0 flex-1">{progressOf(place)}</output>
      <Button size="sm" aria-keyshortcuts="Escape" onClick={() => void onStop()}>
        <Square className="size-3! fill-current" />
        {messages.chat.stop}
      </Button>
    </div>
  )
}
