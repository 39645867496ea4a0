import type { AuthorshipRecord } from '../../contract/authorship.ts'
import { ALGORITHM, AuthorshipHistory, inOrder, recordOf } from '../../screenplay/authorship.ts'
import { fault } from './fault.ts'
import { sha256 } from './sha256.ts'

type Texts = NonNullable<AuthorshipRecord['texts']>

class TextReader {
  readonly #texts: Texts
  readonly #verified = new Set<string>()

  constructor(texts: Texts) {
    this.#texts = texts
  }

  /** Returns the text with this hash; `place` is the reference to it that a fault names. */
  read(textHash: string, place: string): string {
    const list = Object.hasOwn(this.#texts.byHash, textHash) && this.#texts.byHash[textHash]
    if (!list) throw fault(place, 'its text is missing')
    const text = list.map((number) => this.#piece(number, textHash)).join('')
    if (!this.#verified.has(textHash) && sha256(text) !== textHash) {
      throw fault(place, 'its text does not match its hash')
    }
    this.#verified.add(textHash)
    return text
  }

  #piece(number: number, textHash: string): string {
    const piece = this.#texts.pieces[number]
    if (piece === undefined) throw fault(`texts.byHash.${textHash}`, `there is no piece ${number}`)
    return piece
  }

  /** The hash of a text that nothing refers to. */
  unused(): string | undefined {
    return Object.keys(this.#texts.byHash).find((textHash) => !this.#verified.has(textHash))
  }
}

/** Checks the texts, and recomputes everything that is derived from them. */
export function verifyTexts(record: AuthorshipRecord, texts: Texts): void {
  const { versions, answers, text } = record
  const reader = new TextReader(texts)
  const history = new AuthorshipHistory()
  for (const event of inOrder(versions, answers)) {
    if ('answer' in event) {
      const { job_id, text_hash } = event.answer
      history.addAnswer(job_id, reader.read(text_hash, `the answer of job ${job_id}`))
    } else {
      const { number, text_hash, origin, job_id } = event.version
      const written = reader.read(text_hash, `versions[${number - 1}]`)
      history.addVersion({ text: written, textHash: text_hash, origin, jobId: job_id })
    }
  }
  const working = reader.read(text.text_hash, 'text')
  const unused = reader.unused()
  if (unused !== undefined) throw fault(`texts.byHash.${unused}`, 'nothing refers to this text')
  if (record.algorithm !== ALGORITHM) return
  if (text.pending) {
    const { origin } = text.pending
    history.addVersion({ text: working, textHash: text.text_hash, origin, jobId: null })
  }
  compare(record, history, working)
}

/** Every derived value, with its place in the record. */
function* computed(
  record: Pick<AuthorshipRecord, 'versions' | 'jobs' | 'text' | 'spans' | 'written' | 'cut'>,
): Generator<[place: string, value: unknown]> {
  for (const [at, { words, shares, printed }] of record.versions.entries()) {
    yield [`versions[${at}]`, [words, shares, printed]]
  }
  yield ['text', [record.text.words, record.text.shares, record.text.printed]]
  for (const [at, span] of record.spans.entries()) yield [`spans[${at}]`, span]
  yield ['spans', record.spans.length]
  for (const [at, { id, written, kept, printed }] of record.jobs.entries()) {
    yield [`jobs[${at}]`, [id, written, kept, printed]]
  }
  yield ['jobs', record.jobs.length]
  yield ['written', record.written]
  yield ['cut', record.cut]
}

function compare(record: AuthorshipRecord, history: AuthorshipHistory, working: string): void {
  const { text_hash, pending } = record.text
  const again = recordOf({ ...record, jobs: [], text_hash, pending }, history, working, sha256)
  const given = computed(record)
  for (const [place, value] of computed(again)) {
    const recorded = given.next().value
    if (!recorded || JSON.stringify(recorded) !== JSON.stringify([place, value])) {
      throw fault(recorded?.[0] ?? place, 'the texts lead to something else')
    }
  }
}
