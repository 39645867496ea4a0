import { compareScripts } from '../../screenplay/changes.ts'
import { layout, scenesOf } from '../../screenplay/layout.ts'
import { parse } from '../../screenplay/model.ts'
import { createLayoutReader } from './layout-reader.ts'
import type { ImportRequest } from './read-import.ts'
import type { ReportRequest } from './report-facts.ts'
import { createStoryReader } from './story-reader.ts'

/** What the worker does, by name: the first two follow the changes of a text, the others get whole ones. */
export const createTasks = () => ({
  layout: createLayoutReader(),
  story: createStoryReader(),
  length(text: string) {
    const pages = layout(parse(text))
    return { pages: pages.pages.length, scenes: scenesOf(pages).length }
  },
  compare: ({ before, after }: { before: string; after: string }) => compareScripts(before, after),
  // Loaded on use.
  report: async (request: ReportRequest) =>
    (await import('./report-facts.ts')).reportFacts(request),
  import: async (request: ImportRequest, onProgress: (share: number) => void) =>
    (await import('./read-import.ts')).readImport(request, onProgress),
})

type Tasks = ReturnType<typeof createTasks>
export type Task = keyof Tasks
export type Input<Name extends Task> = Parameters<Tasks[Name]>[0]
export type Result<Name extends Task> = Awaited<ReturnType<Tasks[Name]>>

export type Question = { id: number; task: Task; input: unknown }
export type Answer = { id: number } & (
  | { progress: number }
  | { result: unknown }
  | { failure: string }
)
