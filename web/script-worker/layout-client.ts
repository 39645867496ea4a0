import type { Splice } from '../../screenplay/changes.ts'
import { logError } from '../lib/log.ts'
import { breaksAfter } from './changed-breaks.ts'
import type { LayoutResponse, LayoutResult } from './layout-reader.ts'
import { TextClient } from './text-client.ts'

/** Lays out one text in a worker, which follows its changes. Results arrive in order, but not one per change. */
export class LayoutClient {
  readonly #client: TextClient<'layout'>
  readonly #onResult: (result: LayoutResult) => void
  #revision = 0
  #titlePages: LayoutResult['titlePages'] = []
  #breaks: LayoutResult['breaks'] = []

  constructor(text: () => string, onResult: (result: LayoutResult) => void, start?: () => Worker) {
    this.#onResult = onResult
    this.#client = new TextClient('layout', {
      text,
      join: (before, now) => ({ facts: before.facts || now.facts }),
      onAnswer: (response) => this.#receive(response),
      onError: ({ message }) => logError('The script could not be laid out.', message),
      onStart: () => {
        this.#breaks = []
      },
      start,
    })
  }

  open(revision: number): void {
    this.#revision = revision
    this.#client.open(revision, { facts: true })
  }

  /** Asks for the facts of the text as of the last call. */
  readFacts(): void {
    this.change([], this.#revision, true)
  }

  /** The splices are relative to the text after the last call. */
  change(splices: Splice[], revision: number, withFacts: boolean): void {
    this.#revision = revision
    this.#client.change(splices, revision, { facts: withFacts || !this.#client.isOpen })
  }

  close(): void {
    this.#client.close()
  }

  #receive(response: LayoutResponse): void {
    this.#titlePages = response.titlePages ?? this.#titlePages
    this.#breaks = breaksAfter(this.#breaks, response.breaks)
    this.#onResult({ ...response, titlePages: this.#titlePages, breaks: this.#breaks })
  }
}
