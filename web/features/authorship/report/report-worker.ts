// A web worker: parsing and laying out a long script would block the page.
import { type ReportRequest, reportFacts } from './report-facts.ts'

self.addEventListener('message', ({ data }: MessageEvent<ReportRequest>) => {
  // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
  self.postMessage(reportFacts(data))
})
