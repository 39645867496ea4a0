// A web worker: laying out a long script would block typing.
import { createScriptReader } from './script-facts.ts'

const read = createScriptReader()

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
  self.postMessage(read(data))
})
