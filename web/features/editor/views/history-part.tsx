import { loadedPart } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import type { ScopeControl } from '../state/scope/use-scope.ts'
import type { DocumentText } from '../state/use-document-text.ts'
import { LoadedScreen } from './loaded-screen.tsx'

const loadedHistory = loadedPart(
  async () => (await import('../../history/history-screen.tsx')).HistoryScreen,
)

type HistoryPartProps = {
  text: DocumentText
  title: string
  onPage: ScopeControl['onPage']
  onClose: (then?: () => void) => void
}

/** The history of the open text. */
export function HistoryPart({ text, title, onPage, onClose }: HistoryPartProps) {
  return (
    <LoadedScreen loaded={loadedHistory} words={messages.editor.history} text={text}>
      {(HistoryScreen, workId) => (
        <HistoryScreen
          workId={workId}
          title={title}
          now={text.text}
          changeText={text.changeOnServer}
          onInsertScene={(scene) => onClose(() => onPage((page) => page.insertScene(scene)))}
          onClose={() => onClose()}
        />
      )}
    </LoadedScreen>
  )
}
