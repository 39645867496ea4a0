import type { Logger } from 'pino'
import type { MissingCharacters } from '../../contract/export-script.ts'
import { DOCUMENTS } from '../../contract/limits.ts'
import { refusal } from '../common/failures.ts'
import type { AuthorshipAnswer, AuthorshipQuestion } from './authorship/pen.ts'
import type { NotesRequest } from './notes-pdf.ts'
import type { PdfAnswer, PdfRequest } from './pdf-request.ts'
import { type Ask, type ThreadLimits, Threads } from './threads.ts'

const LIMITS: ThreadLimits = {
  threads: 2,
  waiting: DOCUMENTS.waiting,
  perUser: DOCUMENTS.ofAUser,
  milliseconds: 25_000,
  // A script of 1 MB takes less than 192.
  memoryMegabytes: 256,
  idleMilliseconds: 10_000,
}

export type DocumentLimits = ThreadLimits

/** Renders PDFs and computes authorship in worker threads. */
export class Documents {
  readonly #scripts: Threads<PdfRequest | NotesRequest, PdfAnswer>
  /** Has its own threads, so that a long history does not delay exports. */
  readonly #authorship: Threads<AuthorshipQuestion, AuthorshipAnswer>

  constructor(log: Logger, limits: Partial<DocumentLimits> = {}) {
    const all = { ...LIMITS, ...limits }
    this.#scripts = new Threads(new URL('./pdf-thread.ts', import.meta.url), log, all)
    this.#authorship = new Threads(new URL('./authorship/thread.ts', import.meta.url), log, all)
  }

  /** The PDF, or, if the request asks for that, the characters that would be boxes in it. */
  async pdf(
    user: string,
    request: PdfRequest,
  ): Promise<Uint8Array<ArrayBuffer> | MissingCharacters> {
    const answer = await this.#scripts.run(user, (ask) => ask(request))
    if ('missing' in answer) return answer.missing
    if (!answer.pdf) throw refusal(404, 'character_not_found')
    return answer.pdf
  }

  /** The notes on a script. */
  async notes(user: string, request: NotesRequest): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await this.#scripts.run(user, (ask) => ask(request))
    if ('missing' in answer || !answer.pdf) throw new Error('no PDF of the notes')
    return answer.pdf
  }

  /** Gives the work a thread that computes one authorship, question by question. */
  authorship<Result>(
    user: string,
    work: (ask: Ask<AuthorshipQuestion, AuthorshipAnswer>) => Promise<Result>,
  ): Promise<Result> {
    return this.#authorship.run(user, work)
  }

  async close(): Promise<void> {
    await Promise.all([this.#scripts.close(), this.#authorship.close()])
  }
}
