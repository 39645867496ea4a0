import { on } from 'node:events'
import { getHeapStatistics } from 'node:v8'
import type { MessagePort, Transferable } from 'node:worker_threads'
import { lowerPriority } from './priority.ts'

/** An answer, and how much memory the thread has taken so far. */
export type Answered<Answer> = { answer: Answer; heapBytes: number }

/** Answers the questions that come to a worker thread, one after the other. */
export async function answerQuestions<Answer>(
  port: MessagePort,
  // Only this process asks.
  answerTo: (question: never) => Promise<Answer>,
  movedOf: (answer: Answer) => Transferable[] = () => [],
): Promise<void> {
  lowerPriority()
  for await (const [question] of on(port, 'message')) {
    const answer = await answerTo(question as never)
    const { total_heap_size: heap, external_memory: buffers } = getHeapStatistics()
    const heapBytes = heap + buffers
    port.postMessage({ answer, heapBytes } satisfies Answered<Answer>, movedOf(answer))
  }
}
