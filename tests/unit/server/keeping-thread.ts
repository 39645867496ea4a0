// The thread of thread-memory.test.ts: keeps as much as it is asked to.
import { parentPort, threadId } from 'node:worker_threads'
import { answerQuestions } from '../../../server/common/thread-loop.ts'

const MEGABYTE = 1024 * 1024

export type Kept = { buffers: number; objects: number }

const kept: unknown[] = []

function keep({ buffers, objects }: Kept) {
  kept.push(Buffer.alloc(buffers * MEGABYTE))
  kept.push(Array.from({ length: (objects * MEGABYTE) / 8 }, () => 0.5))
  return Promise.resolve({ thread: threadId })
}

if (parentPort) await answerQuestions(parentPort, keep)
