// Runs in a thread of its own: a long script takes longer to count than a key may wait.
import { createScriptReader } from './script-reader.ts'

const read = createScriptReader()

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  // oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
  self.postMessage(read(data))
})
