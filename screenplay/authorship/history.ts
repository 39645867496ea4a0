import type { VersionOrigin, WordOrigin, WordShares } from '../../contract/authorship.ts'
import type { LineChange } from '../changes/diff.ts'
import { hasUnprinted, unprintedRanges } from '../model/printed-words.ts'
import { parse, reparse } from '../model/parse.ts'
import type { Screenplay } from '../model/elements.ts'
import {
  wordChanges,
  movedLines,
  readWords,
  rereadWords,
  Vocabulary,
  type Words,
  wordsBefore,
} from './words.ts'
import { Passages, RunIndex, type Source, Sources } from './run-index.ts'

/** How many equal words in a run, longest first, or in moved lines identify text as known. */
type Known = { runs: readonly number[]; line: number }

/** Copied text has a source, so short runs are enough. */
const COPIED: Known = { runs: [4], line: 1 }
/** All of it was in an earlier version, or was typed. */
const RESTORED: Known = { runs: [4, 3, 2, 1], line: 1 }
/** A writer repeats a few common words by chance, but hardly ever eight in a row. */
const LONGEST = 8

const KNOWN: Record<VersionOrigin, Known> = {
  typed: { runs: [LONGEST], line: 3 },
  answer: { runs: [LONGEST], line: 1 },
  pasted: COPIED,
  import: COPIED,
  template: COPIED,
  restore: RESTORED,
  merge: RESTORED,
}

/** Words stored on each side of a change, so that the passage has every run that contains changed words. */
const CONTEXT = LONGEST - 1

/** Words of an answer that stayed in the chat are known by so many in a row, as copied text is. */
const LEAST_OF_ANSWERS = 4

const NEW = -1

export type Version = {
  text: string
  textHash: string
  origin: VersionOrigin
  jobId: string | null
}

/** Words `start` to `end` of the text before, replaced by words that begin at `place` in the passages. */
export type Replaced = { start: number; end: number; place: number; words: number }

/** A text's words, and their serial numbers. */
export type Attributed = { words: Words; serials: Int32Array<ArrayBuffer> }

export type Past = {
  textHash: string
  words: number
  shares: WordShares
  /** Of the words that print. */
  printed: WordShares
  replaced: Replaced[]
}

type WordRange = { from: number; to: number }

/** The origin of new words in a version. A merge or restore has hardly any; they count as typed. */
const originOfNew = (origin: VersionOrigin): WordOrigin =>
  origin === 'merge' || origin === 'restore' ? 'typed' : origin

export const noShares = (): WordShares => ({ typed: 0, pasted: 0, import: 0, answer: 0 })

export function addTo(shares: WordShares, origin: WordOrigin, words: number): void {
  if (words > 0) shares[origin] = (shares[origin] ?? 0) + words
}

const NO_WORDS: Words = {
  numbers: new Int32Array(),
  starts: new Int32Array(),
  opens: new Uint8Array(),
}

/** Which words of a text came from where, version by version. */
export class History {
  readonly vocabulary: Vocabulary
  readonly passages = new Passages()
  readonly sources = new Sources()
  /** The ids of the jobs whose answers the writer may have pasted. */
  readonly answers: string[] = []
  readonly past: Past[] = []
  words: Words = NO_WORDS
  /** The serial number of each of the `words`. */
  serials: Int32Array<ArrayBuffer> = new Int32Array()
  /** Of the latest version, if it is an answer: the job, and the text before its first alternative. */
  answered: { jobId: string; before: Attributed } | null = null
  /** Null if only the words are known. */
  #text: string | null = ''
  /** Of the latest text; null if it is not known, or has nothing that does not print. */
  #screenplay: Screenplay | null = null
  readonly #runs = new Map<number, RunIndex>()

  constructor(keys: readonly string[] = []) {
    this.vocabulary = new Vocabulary(keys)
  }

  /** Continues from words whose text is not known. */
  continueFrom(words: Words, serials: Int32Array<ArrayBuffer>): void {
    this.words = words
    this.serials = serials
    this.#text = null
  }

  addAnswer(jobId: string, text: string): void {
    this.answers.push(jobId)
    const { numbers } = readWords(text, this.vocabulary)
    this.passages.add(numbers, new Int32Array(numbers.length).fill(-this.answers.length))
  }

  addVersion(version: Version): void {
    const { vocabulary } = this
    const words =
      this.#text === null
        ? readWords(version.text, vocabulary)
        : rereadWords(version.text, { text: this.#text, words: this.words }, vocabulary)
    const changes = wordChanges(this.words.numbers, words.numbers, vocabulary.keys)
    const equal = this.past.findLastIndex(({ textHash }) => textHash === version.textHash)
    const before = this.#before(version)
    const added =
      before.words === this.words
        ? changes
        : wordChanges(before.words.numbers, words.numbers, vocabulary.keys)
    const serials =
      equal === -1 ? this.#attribute(version, words, before, added) : this.serialsOf(equal + 1)
    const shares = this.#shares(serials)
    this.past.push({
      textHash: version.textHash,
      words: words.numbers.length,
      shares,
      printed: this.#printed(shares, serials, this.#unprinted(version.text, words.starts)),
      replaced: this.#remember(words, serials, changes),
    })
    const { origin, jobId } = version
    this.answered = origin === 'answer' && jobId !== null ? { jobId, before } : null
    this.words = words
    this.serials = serials
    this.#text = version.text
  }

  /** What a version is compared with: each alternative of an answer with the text before all of them. */
  #before({ jobId }: Version): Attributed {
    const { answered, words, serials } = this
    return answered && answered.jobId === jobId ? answered.before : { words, serials }
  }

  #attribute(
    version: Version,
    words: Words,
    before: Attributed,
    changes: readonly LineChange[],
  ): Int32Array<ArrayBuffer> {
    const count = words.numbers.length
    /** The serial number of each known word, NEW, or a number below NEW that identifies an answer. */
    const known = new Int32Array(count).fill(NEW)
    let kept = { old: 0, now: 0 }
    for (const { start, end, from, to } of [...changes, endOf(before.words, words)]) {
      known.set(before.serials.subarray(kept.old, start), kept.now)
      kept = { old: end, now: to }
      known.fill(NEW, from, to)
    }
    const rule = KNOWN[version.origin]
    for (const length of rule.runs)
      for (const { from, to } of changes) this.#recognise(words, known, from, to, length)
    const isNew = (word: number) => known[word] === NEW
    for (const line of movedLines(before.words, words, changes, rule.line, isNew)) {
      for (let at = 0; at < line.words; at += 1) {
        if (isNew(line.to + at)) known[line.to + at] = before.serials[line.from + at] ?? NEW
      }
    }
    const number = this.past.length + 1
    const own: Source = {
      origin: originOfNew(version.origin),
      version: number,
      jobId: version.jobId,
    }
    for (const { from, to } of changes) {
      for (let at = from; at < to; at += 1) {
        const found = known[at] ?? NEW
        if (found === NEW) known[at] = this.sources.next(own)
        else if (found < NEW) known[at] = this.sources.next(this.#answered(found, number))
      }
    }
    return known
  }

  #answered(known: number, version: number): Source {
    return { origin: 'answer', version, jobId: this.answers[NEW - known - 1] ?? null }
  }

  /** Gives new words the source of an equal earlier run of words; the run may extend beyond the change. */
  #recognise(
    { numbers }: Words,
    known: Int32Array,
    from: number,
    to: number,
    length: number,
  ): void {
    const runs = this.#runs.get(length) ?? new RunIndex(this.passages, length)
    this.#runs.set(length, runs)
    const last = Math.min(to - 1, numbers.length - length)
    for (let start = Math.max(0, from - length + 1); start <= last; start += 1) {
      const place = runs.find(numbers, start)
      if (place === -1) continue
      for (let at = 0; at < length; at += 1) {
        const word = start + at
        if (word < from || word >= to || known[word] !== NEW) continue
        const serial = this.passages.serials.at(place + at)
        if (serial < 0 && length < LEAST_OF_ANSWERS) continue
        // Shifted by one, because the first answer has the serial number -1, the same as NEW.
        known[word] = serial < 0 ? NEW + serial : serial
      }
    }
  }

  #remember(words: Words, serials: Int32Array, changes: readonly LineChange[]): Replaced[] {
    const replaced: Replaced[] = []
    for (const { start, end, from, to } of changes) {
      const first = Math.max(0, from - CONTEXT)
      const last = Math.min(serials.length, to + CONTEXT)
      const place = this.passages.add(
        words.numbers.subarray(first, last),
        serials.subarray(first, last),
      )
      replaced.push({ start, end, place: place + from - first, words: to - from })
    }
    return replaced
  }

  #shares(serials: Int32Array): WordShares {
    const shares = noShares()
    for (const { from, to, source } of this.runsOf(serials)) {
      addTo(shares, source.origin, to - from)
    }
    return shares
  }

  /** The words that do not print. */
  #unprinted(text: string, starts: Int32Array): WordRange[] {
    this.#screenplay = !hasUnprinted(text)
      ? null
      : this.#screenplay
        ? reparse(this.#screenplay, text)
        : parse(text)
    return this.#screenplay ? wordRanges(this.#screenplay, starts) : []
  }

  #printed(shares: WordShares, serials: Int32Array, unprinted: readonly WordRange[]): WordShares {
    const printed = { ...shares }
    for (const { from, to } of unprinted)
      for (const run of this.runsOf(serials.subarray(from, to)))
        printed[run.source.origin] = (printed[run.source.origin] ?? 0) - (run.to - run.from)
    return printed
  }

  /** Runs of consecutive words that have the same source. */
  *runsOf(serials: Int32Array): Generator<{ from: number; to: number; source: Source }> {
    const { list, count } = this.sources
    for (let from = 0; from < serials.length; ) {
      const index = this.sources.indexOf(serials[from] ?? 0)
      const source = list[index]
      if (!source) return
      const after = list[index + 1]?.first ?? count
      let to = from + 1
      while (to < serials.length) {
        const serial = serials[to] ?? 0
        if (serial < source.first || serial >= after) break
        to += 1
      }
      yield { from, to, source }
      from = to
    }
  }

  /** The serial numbers of the words of an earlier version. */
  serialsOf(version: number): Int32Array<ArrayBuffer> {
    let serials = new Int32Array()
    for (const { words, replaced } of this.past.slice(0, version)) {
      const next = new Int32Array(words)
      let kept = { old: 0, now: 0 }
      for (const { start, end, place, words: count } of replaced) {
        next.set(serials.subarray(kept.old, start), kept.now)
        const at = kept.now + start - kept.old
        next.set(this.passages.serials.values.subarray(place, place + count), at)
        kept = { old: end, now: at + count }
      }
      next.set(serials.subarray(kept.old), kept.now)
      serials = next
    }
    return serials
  }
}

/** Which words of a text do not print. */
export const wordRanges = (screenplay: Screenplay, starts: Int32Array): WordRange[] =>
  unprintedRanges(screenplay).map(({ start, end }) => ({
    from: wordsBefore(starts, start),
    to: wordsBefore(starts, end),
  }))

/** An empty change at the end, so that a loop over the changes also reaches the words after the last one. */
const endOf = (before: Words, after: Words): LineChange => ({
  start: before.numbers.length,
  end: before.numbers.length,
  from: after.numbers.length,
  to: after.numbers.length,
})
