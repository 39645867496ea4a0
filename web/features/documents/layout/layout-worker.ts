// A web worker: laying out a long script would block typing.
import { createLayoutReader, type LayoutRequest } from './layout-reader.ts'

const read = createLayoutReader()

self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
  self.postMessage(read(data))
})
