import { Square } from 'lucide-react'
import { useCallback } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureBar } from '../../../ui/feedback/failure-bar.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import { useQueuePlace } from '../../chat/generation/generations.ts'
import { progressOf } from '../../chat/status-line.tsx'
import type { Chat } from '../../chat/use-chat.ts'
import type { DocumentText } from '../../document/document-text.ts'
import { useSession } from '../../document/session.tsx'
import { EXPORT } from '../../documents/export/download.ts'
import type { EditorControl } from '../editor-control.ts'
import { chooseView, hasRoomForBoth, type View } from '../state/view-choice.ts'

type NoticesProps = { editor: EditorControl; chat: Chat; view: View }

/** What is said between the header and the rest. */
export function Notices({ editor, chat, view }: NoticesProps) {
  const { text } = useSession()
  return (
    <>
      <FailureBar
        place={EXPORT}
        closeLabel={messages.common.close}
        className="rounded-none border-x-0 border-t-0"
      />
      <StorageAlert storage={text.storage} refusal={text.refusal} />
      {text.overlaps > 0 && view === 'chat' && (
        <OverlapNote onPage={() => chooseView(hasRoomForBoth() ? 'both' : 'page')} />
      )}
      {view === 'page' && chat.generation && (
        <WritingStatus onStop={chat.control.stop} onDone={editor.toPage} />
      )}
    </>
  )
}

type StorageAlertProps = Pick<DocumentText, 'storage' | 'refusal'>

/** The server lacks the last changes, and perhaps the browser too: nobody should go on without knowing it. */
export function StorageAlert({ storage, refusal }: StorageAlertProps) {
  const refused: Record<string, string> = messages.pageView.refused
  const alert = storage === 'unstored' ? messages.pageView.unstored : refused[refusal ?? '']
  return (
    <div role="alert">
      {alert !== undefined && (
        <FailureNote className="border-b border-line bg-bad-wash px-4 py-2">{alert}</FailureNote>
      )}
    </div>
  )
}

/** Beside the chat alone: the question itself is on the page. */
function OverlapNote({ onPage }: { onPage: () => void }) {
  return (
    <section
      aria-label={messages.overlaps.bar}
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-warn-wash px-4 py-2 text-md"
    >
      <span className="flex-1">{messages.overlaps.title}</span>
      <Button size="sm" onClick={onPage}>
        {messages.overlaps.onPage}
      </Button>
    </section>
  )
}

type WritingStatusProps = {
  onStop: () => Promise<void>
  /** For the focus, if it is on the button when there is nothing left to stop. */
  onDone: () => void
}

/** Beside the page without the chat: an answer is being written, and can be stopped. */
function WritingStatus({ onStop, onDone }: WritingStatusProps) {
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
        <Square aria-hidden="true" className="size-3! fill-current" />
        {messages.chat.stop}
      </Button>
    </div>
  )
}
