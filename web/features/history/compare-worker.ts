// A web worker: comparing long scripts would block the page.
import { compareScripts } from '../../../screenplay/changes.ts'
import type { CompareRequest } from './compare-client.ts'

self.addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => {
  // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
  self.postMessage(compareScripts(data.before, data.after))
})
