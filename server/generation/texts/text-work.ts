import type { Logger } from 'pino'
import { WritingFailure } from '../../ai/writer.ts'
import { type ThreadLimits, Threads } from '../../documents/threads.ts'
import type { TaskInput, TaskName, TaskResult, TextAnswer, TextQuestion } from './tasks.ts'

const LIMITS: ThreadLimits = {
  threads: 2,
  // The number of jobs that run at the same time limits both.
  waiting: Number.POSITIVE_INFINITY,
  perUser: Number.POSITIVE_INFINITY,
  milliseconds: 25_000,
  memoryMegabytes: 512,
  // An answer takes about as long.
  idleMilliseconds: 60_000,
}

export type TextLimits = ThreadLimits

/** Does the tasks of generations in worker threads, in which users take turns. */
export class TextWork {
  readonly #threads: Threads<TextQuestion, TextAnswer>

  constructor(log: Logger, limits: Partial<TextLimits> = {}) {
    const file = new URL('./thread.ts', import.meta.url)
    this.#threads = new Threads(file, log, { ...LIMITS, ...limits })
  }

  /** Throws the refusal `document_too_large` if the task exceeds its time or memory. Input may be read in its turn. */
  async do<Name extends TaskName>(
    user: string,
    name: Name,
    input: TaskInput<Name> | (() => Promise<TaskInput<Name>>),
    signal?: AbortSignal,
  ): Promise<TaskResult<Name>> {
    const read = async () => (typeof input === 'function' ? await input() : input)
    const answer = await this.#threads.run(
      user,
      async (ask) => ask({ name, input: await read() }),
      signal,
    )
    if ('failure' in answer) throw new WritingFailure(answer.failure)
    return answer.result as TaskResult<Name>
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}
