// Runs in a worker thread: a long history takes seconds.
import { hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { answerQuestions } from '../../common/thread-loop.ts'
import {
  AuthorshipHistory,
  chainFault,
  historyFrom,
  recordOf,
  signedText,
  storedHistory,
} from '../../../screenplay/authorship.ts'
import { signatureOf } from '../../common/signing-keys.ts'
import type { AuthorshipAnswer, AuthorshipQuestion } from './pen.ts'

const sha256 = (text: string) => hash('sha256', text, 'hex')

type Finish = Extract<AuthorshipQuestion, { finish: unknown }>

class Computation {
  #history = new AuthorshipHistory()
  readonly #pieces = new Map<string, string>()

  begin(stored: Uint8Array | null): void {
    this.#history = stored ? historyFrom(stored) : new AuthorshipHistory()
    this.#pieces.clear()
  }

  add({ add, pieces }: Extract<AuthorshipQuestion, { add: unknown }>): void {
    for (const [id, text] of pieces) this.#pieces.set(id, text)
    for (const event of add) {
      if ('text' in event) {
        this.#history.addAnswer(event.jobId, event.text)
        continue
      }
      const text = event.pieces.map((id) => this.#pieces.get(id) ?? '').join('')
      const { number, text_hash, origin, job_id } = event.version
      // The result must be computed from exactly the recorded text.
      if (sha256(text) !== text_hash) throw new Error(`version ${number} does not match its hash`)
      this.#history.addVersion({ text, textHash: text_hash, origin, jobId: job_id })
    }
  }

  store(): Uint8Array<ArrayBuffer> {
    return storedHistory(this.#history)
  }

  async finish({ finish: head, text, format, key }: Finish) {
    const { pending, text_hash } = head
    if (pending) {
      const { origin } = pending
      this.#history.addVersion({ text, textHash: text_hash, origin, jobId: null })
    }
    const unsigned = recordOf(head, this.#history, text, sha256)
    const { id: keyId, publicKey } = key
    const value = signatureOf(signedText(unsigned.digests), key)
    const record = { ...unsigned, signature: { keyId, publicKey, value } }
    // An idle thread must not keep a long history in memory.
    this.begin(null)
    if (format === 'pdf') {
      // Loaded only when needed: fonts and PDF code take longer to load than a record to compute.
      const { statementOf } = await import('./statement.ts')
      return statementOf(record, text, chainFault(record, sha256))
    }
    return new TextEncoder().encode(JSON.stringify(record))
  }
}

const computation = new Computation()

async function bytesFor(question: AuthorshipQuestion): Promise<Uint8Array<ArrayBuffer>> {
  if ('begin' in question) computation.begin(question.begin)
  else if ('add' in question) computation.add(question)
  else if ('store' in question) return computation.store()
  else return computation.finish(question)
  return new Uint8Array()
}

async function answer(question: AuthorshipQuestion): Promise<AuthorshipAnswer> {
  try {
    return { bytes: await bytesFor(question) }
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

if (parentPort) {
  await answerQuestions(parentPort, answer, (made) => ('bytes' in made ? [made.bytes.buffer] : []))
}
