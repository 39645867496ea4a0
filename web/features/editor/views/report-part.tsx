import { loadedPart } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import type { TextSource } from '../../authorship/api/record.ts'
import { useSession } from '../../document/session.tsx'
import { LoadedScreen } from './loaded-screen.tsx'

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
