// A web worker: laying out a long script would block the page.
import { layout, scenesOf } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const pages = layout(parse(data))
  // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
  self.postMessage({ pages: pages.pages.length, scenes: scenesOf(pages).length })
})
