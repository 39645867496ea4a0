import { useState } from 'react'
import { errorText } from '../../../error-text.ts'
import { authorshipMessages as words } from '../../../messages/authorship.ts'
import { clearFailure, report } from '../../../ui/feedback/failures.ts'
import { downloadRecord, downloadStatement } from '../api/record.ts'

/** Where failures are shown. */
export const REPORT = 'report'

type File = 'statement' | 'record' | 'record with texts'

/** One file at a time. */
export function useDownloads(workId: string, title: string) {
  const [making, setMaking] = useState<File>()
  async function download(file: File): Promise<void> {
    if (making) return
    setMaking(file)
    clearFailure(REPORT)
    try {
      if (file === 'statement') await downloadStatement(workId, title)
      else await downloadRecord(workId, title, file === 'record with texts')
    } catch (error) {
      const message = errorText(error, words.downloadFailed)
      report(REPORT, { title: words.downloadFailedTitle, message, kind: 'error' })
    } finally {
      setMaking(undefined)
    }
  }
  return { making, download }
}
