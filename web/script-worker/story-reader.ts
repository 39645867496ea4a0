import { applySplices, type Splice } from '../../screenplay/changes.ts'
import {
  parse,
  reparse,
  type Screenplay,
  type StoryFact,
  storyFacts,
  type StoryName,
} from '../../screenplay/model.ts'

/** The text as of `revision`, as in LayoutRequest, and whom and what to look for. */
type StoryRequest = { revision: number; entries: readonly (StoryName & { id: string })[] } & (
  | { text: string }
  | { changes: Splice[][] }
)

/** What a changing script says about each of the entries, by their ids. Runs in the worker. */
export function createStoryReader(): (request: StoryRequest) => Map<string, StoryFact> {
  let script: Screenplay | undefined
  return (request) => {
    if ('text' in request || !script) script = parse('text' in request ? request.text : '')
    if ('changes' in request)
      script = reparse(script, request.changes.reduce(applySplices, script.source))
    const facts = storyFacts(script, request.entries)
    return new Map(request.entries.flatMap(({ id }, at) => (facts[at] ? [[id, facts[at]]] : [])))
  }
}
