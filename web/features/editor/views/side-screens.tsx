import type { ComponentType, ReactNode } from 'react'
import { type LoadedPart, loadedPart, useLoadedPart } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import type { TextSource } from '../../authorship/api/record.ts'
import { useSession } from '../../document/session.tsx'
import type { EditorControl } from '../editor-control.ts'
import { StorageAlert } from './notices.tsx'

type PartLoadingProps = { label: string; failure: string | null; onRetry: () => void }

/** In place of a part whose code is loading or could not be loaded. */
export function PartLoading({ label, failure, onRetry }: PartLoadingProps) {
  return (
    <output className="m-auto flex flex-col items-center gap-3 text-md text-ink-2">
      {failure === null ? (
        <>
          <SpinnerIcon className="size-6 text-accent" />
          {label}
        </>
      ) : (
        <>
          {failure}
          <Button
            onClick={({ currentTarget }) => {
              // The button goes.
              currentTarget.closest<HTMLElement>('[role="log"]')?.focus()
              onRetry()
            }}
          >
            {messages.common.retry}
          </Button>
        </>
      )}
    </output>
  )
}

type LoadedScreenProps<Props> = {
  loaded: LoadedPart<Props>
  words: { loading: string; failed: string }
  children: (Screen: ComponentType<Props>, workId: string) => ReactNode
}

/** A screen in place of the editor, whose code is loaded when it is shown for the first time. */
function LoadedScreen<Props>({ loaded, words, children }: LoadedScreenProps<Props>) {
  const { text } = useSession()
  const { Part, hasFailed, retry } = useLoadedPart(loaded)
  if (!Part || text.workId === null)
    return (
      <PartLoading
        label={words.loading}
        failure={hasFailed ? words.failed : null}
        onRetry={retry}
      />
    )
  return (
    <>
      <StorageAlert storage={text.storage} refusal={text.refusal} />
      {children(Part, text.workId)}
    </>
  )
}

const loadedHistory = loadedPart(
  async () => (await import('../../history/history-screen.tsx')).HistoryScreen,
)

/** The history of the open text. */
export function HistoryPart({ onPage }: Pick<EditorControl, 'onPage'>) {
  const { text, title, screen } = useSession()
  return (
    <LoadedScreen loaded={loadedHistory} words={messages.editor.history}>
      {(HistoryScreen, workId) => (
        <HistoryScreen
          workId={workId}
          title={title}
          now={text.text}
          changeText={text.changeOnServer}
          takeBack={text.takeBack}
          onInsertScene={(scene) => screen.close(() => onPage((page) => page.insertScene(scene)))}
          onClose={() => screen.close()}
        />
      )}
    </LoadedScreen>
  )
}

const loadedReport = loadedPart(
  async () => (await import('../../authorship/report-screen.tsx')).ReportScreen,
)

/** The report about the open text. */
export function ReportPart({ source }: { source: TextSource }) {
  const { text, title, screen } = useSession()
  return (
    <LoadedScreen loaded={loadedReport} words={messages.editor.report}>
      {(ReportScreen, workId) => (
        <ReportScreen
          workId={workId}
          title={title}
          text={text.text}
          source={source}
          onClose={() => screen.close()}
        />
      )}
    </LoadedScreen>
  )
}
