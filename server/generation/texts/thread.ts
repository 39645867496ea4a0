// Runs in a worker thread: what a text contains decides how long it takes.
import { parentPort } from 'node:worker_threads'
import { WritingFailure } from '../../ai/writer.ts'
import { answerQuestions } from '../../common/thread-loop.ts'
import { tasks, type TextAnswer, type TextQuestion } from './tasks.ts'

async function answer({ name, input }: TextQuestion): Promise<TextAnswer> {
  try {
    return { result: await (tasks[name] as (input: unknown) => unknown)(input) }
  } catch (error) {
    if (error instanceof WritingFailure) return { failure: error.code }
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

if (parentPort) await answerQuestions(parentPort, answer)
