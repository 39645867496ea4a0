import { WORD_ORIGINS } from '../../contract/authorship.ts'
import { type Attributed, History, type Past, type Replaced } from './history.ts'
import { NumberReader, NumberWriter } from './number-stream.ts'

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

function addPast(writer: NumberWriter, { textHash, words, shares, replaced }: Past): void {
  writer.addText(textHash)
  writer.add(words)
  for (const origin of WORD_ORIGINS) writer.add(shares[origin])
  writer.add(replaced.length)
  for (const { start, end, place, words: count } of replaced) {
    for (const number of [start, end, place, count]) writer.add(number)
  }
}

function nextPast(reader: NumberReader): Past {
  const textHash = reader.nextText()
  const words = reader.next()
  const shares = {
    typed: reader.next(),
    pasted: reader.next(),
    import: reader.next(),
    answer: reader.next(),
  }
  const replaced = reader.list<Replaced>(() => ({
    start: reader.next(),
    end: reader.next(),
    place: reader.next(),
    words: reader.next(),
  }))
  return { textHash, words, shares, replaced }
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
