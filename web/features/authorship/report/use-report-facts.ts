import { useEffect, useState } from 'react'
import { logError } from '../../../lib/log.ts'
import type { ReportFacts, ReportRequest } from './report-facts.ts'

const startWorker = () =>
  new Worker(new URL('report-worker.ts', import.meta.url), { type: 'module' })

/** Facts about the script; undefined until the worker has computed them, null if it failed. */
export function useReportFacts(
  text: string,
  record: ReportRequest['record'],
): ReportFacts | null | undefined {
  const [facts, setFacts] = useState<ReportFacts | null>()
  useEffect(() => {
    const worker = startWorker()
    worker.addEventListener('message', ({ data }: MessageEvent<ReportFacts>) => {
      setFacts(data)
      worker.terminate()
    })
    worker.addEventListener('error', ({ message }) => {
      logError('The script could not be read for the report.', message)
      setFacts(null)
      worker.terminate()
    })
    // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
    worker.postMessage({ text, record })
    return () => worker.terminate()
  }, [text, record])
  return facts
}
