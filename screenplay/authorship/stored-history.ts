import { WORD_ORIGINS, type AuthorshipSpan, type WordShares } from '../../contract/authorship.ts'
import { addTo, type Attributed, History, type Past, type Replaced, noShares } from './history.ts'
import { parse } from '../model/parse.ts'
import { unprintedRanges } from '../model/printed-words.ts'
import { readWords, Vocabulary } from './words.ts'

/** Writes integers as varints (LEB128): seven bits per byte, the lowest bits first. */
class NumberWriter {
  #bytes = new Uint8Array(1 << 16)
  #length = 0

  add(value: number): void {
    if (this.#length + 5 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    let rest = value >>> 0
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }

  /** Zigzag encoding, so that the value may be negative. */
  addSigned(value: number): void {
    this.add((value << 1) ^ (value >> 31))
  }

  addText(text: string): void {
    const bytes = new TextEncoder().encode(text)
    this.add(bytes.length)
    for (const byte of bytes) this.add(byte)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }
}

class NumberReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('The stored authorship ends too early.')
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }

  nextSigned(): number {
    const value = this.next()
    return (value >>> 1) ^ -(value & 1)
  }

  nextText(): string {
    const length = this.next()
    return new TextDecoder().decode(Uint8Array.from({ length }, () => this.next()))
  }

  /** Reads a count, then that many values with `read`. */
  list<Value>(read: () => Value): Value[] {
    return Array.from({ length: this.next() }, read)
  }
}

/** Run-length encoding, because serial numbers are mostly consecutive: the start and length of each run. */
function addSerials(writer: NumberWriter, serials: Int32Array): void {
  const runs: number[] = []
  for (let from = 0; from < serials.length; ) {
    const first = serials[from] ?? 0
    const step = first < 0 ? 0 : 1
    let to = from + 1
    while (to < serials.length && serials[to] === first + step * (to - from)) to += 1
    runs.push(first, to - from)
    from = to
  }
  writer.add(serials.length)
  writer.add(runs.length)
  for (const number of runs) writer.addSigned(number)
}

function nextSerials(reader: NumberReader): Int32Array<ArrayBuffer> {
  const serials = new Int32Array(reader.next())
  const numbers = reader.next()
  let at = 0
  for (let number = 0; number < numbers; number += 2) {
    const first = reader.nextSigned()
    const length = reader.nextSigned()
    const step = first < 0 ? 0 : 1
    for (let more = 0; more < length; more += 1) serials[at + more] = first + step * more
    at += length
  }
  return serials
}

function addNumbers(writer: NumberWriter, numbers: ArrayLike<number>): void {
  writer.add(numbers.length)
  for (let at = 0; at < numbers.length; at += 1) writer.add(numbers[at] ?? 0)
}

function nextNumbers(reader: NumberReader): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(reader.next())
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = reader.next()
  return numbers
}

function addPast(writer: NumberWriter, past: Past): void {
  const { textHash, words, shares, printed, replaced } = past
  writer.addText(textHash)
  writer.add(words)
  for (const counts of [shares, printed])
    for (const origin of WORD_ORIGINS) writer.add(counts[origin] ?? 0)
  writer.add(replaced.length)
  for (const { start, end, place, words: count } of replaced) {
    for (const number of [start, end, place, count]) writer.add(number)
  }
}

function nextPast(reader: NumberReader): Past {
  const textHash = reader.nextText()
  const words = reader.next()
  const [shares, printed] = [noShares(), noShares()]
  for (const counts of [shares, printed])
    for (const origin of WORD_ORIGINS) addTo(counts, origin, reader.next())
  const replaced = reader.list<Replaced>(() => ({
    start: reader.next(),
    end: reader.next(),
    place: reader.next(),
    words: reader.next(),
  }))
  return { textHash, words, shares, printed, replaced }
}

function addAttributed(writer: NumberWriter, { words, serials }: Attributed): void {
  addNumbers(writer, words.numbers)
  addNumbers(writer, words.opens)
  addSerials(writer, serials)
}

function nextAttributed(reader: NumberReader): Attributed {
  const numbers = nextNumbers(reader)
  const opens = Uint8Array.from(nextNumbers(reader))
  return { words: { numbers, starts: new Int32Array(), opens }, serials: nextSerials(reader) }
}

/** A history as bytes, so that the next version can be added without reading the earlier ones again. */
export function storedHistory(history: History): Uint8Array<ArrayBuffer> {
  const { vocabulary, passages, sources, answers, past, words, serials, answered } = history
  const writer = new NumberWriter()
  writer.addText(vocabulary.keys.slice(1).join('\n'))
  writer.addText(answers.join('\n'))
  writer.add(sources.count)
  writer.add(sources.list.length)
  for (const { first, origin, version, jobId } of sources.list) {
    writer.add(first)
    writer.add(WORD_ORIGINS.indexOf(origin))
    writer.add(version)
    writer.addText(jobId ?? '')
  }
  addNumbers(writer, passages.words.values)
  addSerials(writer, passages.serials.values)
  writer.add(past.length)
  for (const one of past) addPast(writer, one)
  addAttributed(writer, { words, serials })
  writer.addText(answered?.jobId ?? '')
  if (answered) addAttributed(writer, answered.before)
  return writer.bytes()
}

const lines = (text: string): string[] => (text === '' ? [] : text.split('\n'))

export function historyFrom(stored: Uint8Array): History {
  const reader = new NumberReader(stored)
  const history = new History(lines(reader.nextText()))
  history.answers.push(...lines(reader.nextText()))
  history.sources.count = reader.next()
  const sources = reader.list(() => ({
    first: reader.next(),
    origin: WORD_ORIGINS[reader.next()] ?? 'typed',
    version: reader.next(),
    jobId: reader.nextText() || null,
  }))
  history.sources.list.push(...sources)
  history.passages.words.add(nextNumbers(reader))
  history.passages.serials.add(nextSerials(reader))
  const pastLength = reader.next()
  for (let at = 0; at < pastLength; at += 1) history.past.push(nextPast(reader))
  const { words, serials } = nextAttributed(reader)
  history.continueFrom(words, serials)
  const jobId = reader.nextText()
  if (jobId !== '') history.answered = { jobId, before: nextAttributed(reader) }
  return history
}

/**
 * The spans of the latest text. Characters between words belong to the preceding word, and those before the
 * first word belong to the first word.
 */
export function spansOf(history: History, text: string, versions: number): AuthorshipSpan[] {
  if (text === '') return []
  const { starts } = readWords(text, history.vocabulary)
  const spans: AuthorshipSpan[] = []
  for (const { from, to, source } of history.runsOf(history.serials)) {
    spans.push({
      start: from === 0 ? 0 : (starts[from] ?? text.length),
      end: starts[to] ?? text.length,
      origin: source.origin,
      version: source.version > versions ? null : source.version,
      ...(source.jobId !== null && { job_id: source.jobId }),
    })
  }
  // A text without words still gets a span; its origin does not matter.
  return spans.length > 0 ? spans : [{ start: 0, end: text.length, origin: 'typed', version: null }]
}

/** Counts the words of each range that print, by origin. The ranges must be in order and must not overlap. */
export function sharesIn(
  text: string,
  spans: readonly Pick<AuthorshipSpan, 'start' | 'end' | 'origin'>[],
  ranges: readonly { start: number; end: number }[],
): WordShares[] {
  const { starts } = readWords(text, new Vocabulary())
  const unprinted = unprintedRanges(parse(text))
  const all = ranges.map(noShares)
  let [span, range, hidden] = [0, 0, 0]
  for (const start of starts) {
    while (start >= (unprinted[hidden]?.end ?? Number.POSITIVE_INFINITY)) hidden += 1
    if (start >= (unprinted[hidden]?.start ?? Number.POSITIVE_INFINITY)) continue
    while (start >= (spans[span]?.end ?? Number.POSITIVE_INFINITY)) span += 1
    while (start >= (ranges[range]?.end ?? Number.POSITIVE_INFINITY)) range += 1
    const shares = all[range]
    const origin = spans[span]?.origin
    if (shares && origin && start >= (ranges[range]?.start ?? 0)) addTo(shares, origin, 1)
  }
  return all
}
