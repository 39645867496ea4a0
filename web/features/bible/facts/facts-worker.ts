// A web worker: reading a long script would block typing.
import { parse, storyFacts } from '../../../../screenplay/model.ts'
import type { FactsRequest } from './use-story-facts.ts'

self.addEventListener('message', ({ data }: MessageEvent<FactsRequest>) => {
  // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
  self.postMessage(storyFacts(parse(data.text), data.names))
})
