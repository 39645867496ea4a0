import type { Splice } from '../../screenplay/changes.ts'
import { ScriptWorker } from './ask.ts'
import type { Input, Result } from './tasks.ts'

/** The tasks that follow the changes of a text. */
type Following = 'layout' | 'story'
/** What a request asks for besides. */
type Wants<Name extends Following> = Omit<Input<Name>, 'revision' | 'text' | 'changes'>
type Request<Name extends Following> = Wants<Name> & { revision: number } & (
    | { text: string }
    | { changes: Splice[][] }
  )

type Options<Name extends Following> = {
  /** The text as of the last call. Only called to start a worker: copying a long script for every key is slow. */
  text: () => string
  /** What is wanted of two requests that become one. */
  join: (before: Wants<Name>, now: Wants<Name>) => Wants<Name>
  onAnswer: (answer: Result<Name>) => void
  onError: (error: Error) => void
  /** The next answer is from a worker that knows nothing yet. */
  onStart?: () => void
  start?: (() => Worker) | undefined
}

/**
 * Has a worker follow the changes of one text. One request at a time: changes that arrive meanwhile are sent
 * together by the next one.
 */
export class TextClient<Name extends Following> {
  readonly #task: Name
  readonly #options: Options<Name>
  #worker: ScriptWorker | undefined
  #isBusy = false
  #next: Request<Name> | undefined
  /** Of the last request, for a worker that takes the place of this one. */
  #last: { revision: number; wants: Wants<Name> } | undefined
  /** Whether this worker has answered yet: one that failed before its first answer would fail again. */
  #hasAnswered = false

  constructor(task: Name, options: Options<Name>) {
    this.#task = task
    this.#options = options
  }

  /** Whether the worker has the text, so that only changes need to be sent. */
  get isOpen(): boolean {
    return this.#worker !== undefined
  }

  open(revision: number, wants: Wants<Name>): void {
    this.#last = { revision, wants }
    this.#request({ ...wants, revision, text: this.#options.text() })
  }

  /** The splices are relative to the text after the last call. */
  change(splices: Splice[], revision: number, wants: Wants<Name>): void {
    const next = this.#next
    const joined = next ? this.#options.join(next, wants) : wants
    if (!this.#worker || (next && 'text' in next)) this.open(revision, joined)
    else {
      const before = next && 'changes' in next ? next.changes : []
      const changes = splices.length > 0 ? [...before, splices] : before
      this.#last = { revision, wants: joined }
      this.#request({ ...joined, revision, changes })
    }
  }

  close(): void {
    this.#worker?.close()
    this.#worker = undefined
    this.#isBusy = false
    this.#next = undefined
    this.#hasAnswered = false
  }

  #request(request: Request<Name>): void {
    if (this.#isBusy) {
      this.#next = request
      return
    }
    this.#next = undefined
    this.#isBusy = true
    if (!this.#worker) {
      this.#worker = new ScriptWorker(this.#options.start)
      this.#options.onStart?.()
    }
    const worker = this.#worker
    worker.ask(this.#task, request as Input<Name>).then(
      (answer) => (worker === this.#worker ? this.#receive(answer) : undefined),
      (error: Error) => (worker === this.#worker ? this.#fail(error) : undefined),
    )
  }

  #receive(answer: Result<Name>): void {
    this.#isBusy = false
    this.#hasAnswered = true
    if (this.#next) this.#request(this.#next)
    this.#options.onAnswer(answer)
  }

  /** Starts another worker with the whole text: at once, or with the next change if it never answered. */
  #fail(error: Error): void {
    this.#options.onError(error)
    const isWorthRetrying = this.#hasAnswered
    this.close()
    if (isWorthRetrying && this.#last) this.open(this.#last.revision, this.#last.wants)
  }
}
