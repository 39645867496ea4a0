import type { Splice } from '../../../../screenplay/changes.ts'
import { logError } from '../../../lib/log.ts'
import { breaksAfter } from './changed-breaks.ts'
import type { LayoutRequest, LayoutResponse, LayoutResult } from './layout-reader.ts'

const startWorker = () =>
  new Worker(new URL('layout-worker.ts', import.meta.url), { type: 'module' })

/**
 * Lays out one text in a worker, which follows its changes. One request at a time: changes that arrive
 * meanwhile are applied together by the next one.
 */
export class LayoutClient {
  readonly #text: () => string
  readonly #onResult: (result: LayoutResult) => void
  readonly #start: () => Worker
  #worker: Worker | undefined
  #revision = 0
  /** Whether a request is being answered, and what to send after it. */
  #isBusy = false
  #next: LayoutRequest | undefined
  /** Whether this worker has answered yet: one that failed before its first answer would fail again. */
  #hasAnswered = false
  #titlePages: LayoutResult['titlePages'] = []
  #breaks: LayoutResult['breaks'] = []

  /**
   * `text` returns the text as of the last call. It is only called to start a worker, because copying a long
   * script for every key press keeps the garbage collector busy. Results arrive in order, but not one per
   * change.
   */
  constructor(text: () => string, onResult: (result: LayoutResult) => void, start = startWorker) {
    this.#text = text
    this.#onResult = onResult
    this.#start = start
  }

  open(revision: number): void {
    this.#revision = revision
    this.#request({ text: this.#text(), revision, facts: true })
  }

  /** Asks for the facts of the text as of the last call. */
  readFacts(): void {
    this.change([], this.#revision, true)
  }

  /** The splices are relative to the text after the last call. */
  change(splices: Splice[], revision: number, withFacts: boolean): void {
    this.#revision = revision
    if (!this.#worker) {
      this.#request({ text: this.#text(), revision, facts: true })
    } else if (this.#next && 'text' in this.#next) {
      this.#next = { text: this.#text(), revision, facts: true }
    } else {
      const changes = [...(this.#next?.changes ?? []), ...(splices.length > 0 ? [splices] : [])]
      this.#request({ changes, revision, facts: withFacts || this.#next?.facts === true })
    }
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#isBusy = false
    this.#next = undefined
    this.#hasAnswered = false
    this.#breaks = []
  }

  #request(request: LayoutRequest): void {
    if (this.#isBusy) {
      this.#next = request
      return
    }
    this.#next = undefined
    this.#isBusy = true
    this.#worker ??= this.#begin()
    // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
    this.#worker.postMessage(request)
  }

  #begin(): Worker {
    const worker = this.#start()
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutResponse>) => {
      if (worker === this.#worker) this.#receive(data)
    })
    worker.addEventListener('error', ({ message }) => {
      if (worker === this.#worker) this.#fail(message)
    })
    return worker
  }

  #receive(response: LayoutResponse): void {
    this.#isBusy = false
    this.#hasAnswered = true
    this.#titlePages = response.titlePages ?? this.#titlePages
    this.#breaks = breaksAfter(this.#breaks, response.breaks)
    if (this.#next) this.#request(this.#next)
    this.#onResult({ ...response, titlePages: this.#titlePages, breaks: this.#breaks })
  }

  /** Restarts the worker with the whole text: at once, or with the next change if it never answered. */
  #fail(message: string): void {
    logError('The script could not be laid out.', message)
    const isWorthRetrying = this.#hasAnswered
    this.close()
    if (isWorthRetrying) this.open(this.#revision)
  }
}
