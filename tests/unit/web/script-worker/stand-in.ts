import { type Answer, createTasks, type Question } from '../../../../web/script-worker/tasks.ts'

/** Does the worker's work when told to, in the same thread. */
export class StandIn extends EventTarget {
  readonly inputs: unknown[] = []
  readonly #tasks = createTasks()
  #question: Question | undefined
  isTerminated = false

  postMessage(question: Question): void {
    this.#question = structuredClone(question)
    this.inputs.push(this.#question.input)
  }

  /** Answers the last question. */
  answer(): void {
    const { task, input } = this.#asked
    this.send({ result: (this.#tasks[task] as (input: unknown) => unknown)(input) })
  }

  send(answer: { result: unknown } | { progress: number } | { failure: string }): void {
    const data: Answer = { id: this.#asked.id, ...answer }
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  fail(message?: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }))
  }

  terminate(): void {
    this.isTerminated = true
  }

  get #asked(): Question {
    if (!this.#question) throw new Error('Nothing was asked.')
    return this.#question
  }
}
