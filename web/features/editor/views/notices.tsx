import { Suspense } from 'react'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureBar } from '../../../ui/feedback/failure-bar.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import type { Chat } from '../../chat/use-chat.ts'
import type { DocumentText } from '../../document/document-text.ts'
import { useSession } from '../../document/session.tsx'
import { EXPORT } from '../../documents/export/download.ts'
import type { EditorControl } from '../editor-control.ts'
import { chooseView, hasRoomForBoth, type View } from '../state/view-choice.ts'

const WritingStatus = lazyExtra(async () => (await import('./writing-status.tsx')).WritingStatus)

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
        <Suspense>
          <WritingStatus onStop={chat.control.stop} onDone={editor.toPage} />
        </Suspense>
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
