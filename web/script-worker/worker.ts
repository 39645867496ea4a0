// A web worker: reading, laying out and comparing long scripts would block the page.
import { type Answer, createTasks, type Question } from './tasks.ts'

const send = self.postMessage.bind(self) as (answer: Answer) => void
// PDF.js would take a worker that can post messages for its own.
Object.defineProperty(self, 'postMessage', { value: undefined })

const tasks = createTasks()

self.addEventListener('message', ({ data: { id, task, input } }: MessageEvent<Question>) => {
  const work = tasks[task] as (input: unknown, onProgress: (share: number) => void) => unknown
  const result = work(input, (progress) => send({ id, progress }))
  // What is ready is sent before the next question is read.
  if (!(result instanceof Promise)) send({ id, result })
  else
    result.then(
      (done: unknown) => send({ id, result: done }),
      (error: unknown) => send({ id, failure: String(error) }),
    )
})
