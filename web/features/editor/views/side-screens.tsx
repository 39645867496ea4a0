import { loadedPart } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { useSession } from '../../document/session.tsx'
import type { EditorControl } from '../editor-control.ts'
import { LoadedScreen } from './loaded-screen.tsx'
import type { TextSource } from '../../authorship/api/record.ts'

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
