import { memo, useMemo, useSyncExternalStore } from 'react'
import { loadedPart, useLoadedPart } from '../../../lib/loading/loaded-part.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { messages } from '../../../messages.ts'
import type { Generation } from '../../chat/generation/generation.ts'
import type { Chat } from '../../chat/use-chat.ts'
import { useSession } from '../../document/session.tsx'
import type { Notes } from '../../notes/notes-context.ts'
import type { StreamingAnswer } from '../../page/editor/streaming/streaming-answer.ts'
import { preloadBoard } from '../../page/shown-as.ts'
import type { useAnswerReviews } from '../../review/use-answer-reviews.ts'
import type { EditorControl } from '../editor-control.ts'
import type { useAuthorship } from '../state/use-authorship.tsx'
import { useScriptCommands } from '../state/use-script-commands.ts'
import { shownView } from '../state/view-choice.ts'
import { PartLoading } from './side-screens.tsx'

const { pageView } = messages

// Memoized: the desk follows the text by itself, and is not rendered again for what is typed.
const loadedPageView = loadedPart(async () =>
  memo((await import('../../page/page-view.tsx')).PageView),
)

// Loads in parallel with the text, not after it. A failure is reported when the page is shown.
if (shownView() !== 'chat') {
  loadedPageView.load().catch(() => undefined)
  preloadBoard()
}

/** The running answer as the page shows it; null if there is none, or if it only answers a question. */
function streamingAnswer(generation: Generation | undefined): StreamingAnswer | null {
  if (!generation || generation.request?.mode === 'ask') return null
  // Two answers are compared in the chat.
  if (generation.compared !== undefined || generation.request?.second) return null
  const { doc = null, target = null, parent } = generation.request ?? {}
  // The script follows a branch: it is another one than the page had when it asked.
  if (parent !== undefined) return { text: generation.text, doc: null, target: null }
  return { text: generation.text, doc, target }
}

type PagePanelProps = {
  editor: EditorControl
  chat: Chat
  authorship: ReturnType<typeof useAuthorship>
  notes: Notes
  reviews: ReturnType<typeof useAnswerReviews>
  isFocusMode: boolean
  onExamples: (() => void) | undefined
}

/** The page, whose code is loaded when it is shown for the first time. */
export function PagePanel(props: PagePanelProps) {
  const { editor, authorship, notes, reviews, isFocusMode, onExamples } = props
  const { generation } = props.chat
  const { Part: PageView, hasFailed, retry } = useLoadedPart(loadedPageView)
  const { userId, text, title, screen, scope } = useSession()
  const { current, textLength } = useSyncExternalStore(scope.subscribe, scope.snapshot)
  const ofPage = useMemo(() => editor.pageScope(scope), [editor, scope])
  const pageScope = useStable({ ...ofPage, current, textLength })
  const streaming = useMemo(() => streamingAnswer(generation), [generation])
  const scriptCommands = useScriptCommands(editor.openShortcuts)
  const commands = useMemo(
    () => [...scriptCommands, ...notes.commands, ...authorship.commands],
    [scriptCommands, notes.commands, authorship.commands],
  )
  return (
    <section aria-label={pageView.pagePanel} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {PageView && text.working && text.workId !== null ? (
        <PageView
          userId={userId}
          workId={text.workId}
          text={text.working}
          title={title}
          scope={pageScope}
          reviews={reviews.page}
          streaming={streaming}
          origins={authorship.origins}
          notes={notes.control}
          commands={commands}
          status={authorship.share}
          isFocusMode={isFocusMode}
          onFocusMode={editor.setFocusMode}
          onExamples={onExamples}
          onHistory={screen.openHistory}
        />
      ) : (
        <PartLoading
          label={pageView.loadingPage}
          failure={hasFailed ? pageView.pageFailed : null}
          onRetry={retry}
        />
      )}
    </section>
  )
}
