import { loadedPart } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import type { TextSource } from '../../authorship/api/record.ts'
import type { DocumentText } from '../state/use-document-text.ts'
import { LoadedScreen } from './loaded-screen.tsx'

const loadedReport = loadedPart(
  async () => (await import('../../authorship/report-screen.tsx')).ReportScreen,
)

type ReportPartProps = {
  text: DocumentText
  title: string
  source: TextSource
  onClose: () => void
}

/** The report about the open text. */
export function ReportPart({ text, title, source, onClose }: ReportPartProps) {
  return (
    <LoadedScreen loaded={loadedReport} words={messages.editor.report} text={text}>
      {(ReportScreen, workId) => (
        <ReportScreen
          workId={workId}
          title={title}
          text={text.text}
          source={source}
          onClose={onClose}
        />
      )}
    </LoadedScreen>
  )
}
