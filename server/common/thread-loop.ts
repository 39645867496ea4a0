import { on } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { MessagePort, Transferable } from 'node:worker_threads'

/** An answer, and how much memory the thread has taken so far. */
export type Answered<Answer> = { answer: Answer; heapBytes: number }

/** With this, a thread gets a third of the time that one gets which answers requests. */
const NICER = 5
const NICEST = 19

/** On Linux it concerns the thread that calls it, so that long work in one delays no sign-in; elsewhere, the process. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICER, NICEST))
}

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
    const heapBytes = getHeapStatistics().total_heap_size
    port.postMessage({ answer, heapBytes } satisfies Answered<Answer>, movedOf(answer))
  }
}
