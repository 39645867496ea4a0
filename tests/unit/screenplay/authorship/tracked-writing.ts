import type { AuthorshipSpan, VersionOrigin, WordOrigin } from '../../../../contract/authorship.ts'
import type { Event } from './written-history.ts'

/** A word that keeps its origin, because edits move the same object around. */
type Word = { letters: string; origin: WordOrigin; version: number; jobId?: string }
type Line = Word[]

/** One random step: what to do, where, and how much. */
export type Choice = { kind: number; place: number; size: number; other: number }

const KINDS = [
  'type',
  'type',
  'delete',
  'paste',
  'copy',
  'move',
  'cut and paste back',
  'import',
  'answer',
  'answer in the chat',
  'paste an answer',
  'restore',
  'merge',
  'punctuation',
] as const

const PUNCTUATION = [' ', ', ', ' - ', '; ', ' "', ' _']

/**
 * Writes a text step by step and moves each word around together with its origin, so that the expected
 * origins are known without a comparison. No word is invented twice, so there is only one right answer.
 */
export class TrackedWriting {
  readonly events: Event[] = []
  readonly #versions: { lines: Line[]; punctuation: number }[] = []
  readonly #answers: { jobId: string; words: string[] }[] = []
  #lines: Line[] = []
  #invented = 0
  #jobs = 0

  /** The expected spans of the current text. */
  expected(): AuthorshipSpan[] {
    const { text, places } = this.#rendered(this.#lines)
    const spans: AuthorshipSpan[] = []
    for (const [at, { word, start }] of places.entries()) {
      const end = places[at + 1]?.start ?? text.length
      const last = places[at - 1]?.word
      const span = spans.at(-1)
      const isSame =
        last?.origin === word.origin && last.version === word.version && last.jobId === word.jobId
      if (span && isSame) span.end = end
      else {
        const { origin, version, jobId } = word
        const from = at === 0 ? 0 : start
        spans.push({ start: from, end, origin, version, ...(jobId && { job_id: jobId }) })
      }
    }
    return spans
  }

  get text(): string {
    return this.#rendered(this.#lines).text
  }

  do(choice: Choice): void {
    const lines = copyLines(this.#lines)
    const kind = this.#lines.length === 0 ? 'type' : KINDS[choice.kind % KINDS.length]
    switch (kind) {
      case 'type':
      case undefined:
        this.#keep('typed', this.#edited(lines, choice, 'typed'))
        break
      case 'delete':
        lines.splice(choice.place % lines.length, 1 + (choice.size % 2))
        this.#keep('typed', lines)
        break
      case 'paste':
        this.#keep('pasted', inserted(lines, choice, this.#newLines(choice, 'pasted')))
        break
      case 'copy':
        this.#keep('pasted', inserted(lines, choice, this.#linesAt(lines, choice)))
        break
      case 'move':
        this.#keep('pasted', moved(lines, choice))
        break
      case 'cut and paste back':
        this.#cutAndPaste(lines, choice)
        break
      case 'import':
        this.#keep('import', [...this.#linesAt(lines, choice), ...this.#newLines(choice, 'import')])
        break
      case 'answer':
        this.#answer(lines, choice)
        break
      case 'answer in the chat':
        this.#answerInChat(choice)
        break
      case 'paste an answer':
        this.#pasteAnswer(lines, choice)
        break
      case 'restore':
        this.#restore(choice)
        break
      case 'merge':
        this.#merge(lines, choice)
        break
      case 'punctuation':
        this.#punctuation = choice.other
        this.#keep('typed', lines)
    }
  }

  #punctuation = 0

  #rendered(lines: readonly Line[]): { text: string; places: { word: Word; start: number }[] } {
    const separator = PUNCTUATION[this.#punctuation % PUNCTUATION.length] ?? ' '
    const isUpper = this.#punctuation % 2 === 1
    const places: { word: Word; start: number }[] = []
    let text = ''
    for (const line of lines) {
      for (const [at, word] of line.entries()) {
        if (at > 0) text += separator
        places.push({ word, start: text.length })
        text += isUpper ? word.letters.toUpperCase() : word.letters
      }
      text += '.\n\n'
    }
    return { text, places }
  }

  #keep(origin: VersionOrigin, lines: Line[], jobId?: string): void {
    this.#lines = lines
    this.#versions.push({ lines: copyLines(lines), punctuation: this.#punctuation })
    const { text } = this.#rendered(lines)
    this.events.push({ origin, text, ...(jobId !== undefined && { jobId }) })
  }

  #letters(): string {
    this.#invented += 1
    return `w${this.#invented.toString(36)}`
  }

  #newWords(count: number, origin: WordOrigin, jobId?: string): Line {
    const version = this.#versions.length + 1
    return Array.from({ length: count }, () => ({
      letters: this.#letters(),
      origin,
      version,
      ...(jobId !== undefined && { jobId }),
    }))
  }

  #newLines({ size, other }: Choice, origin: WordOrigin, jobId?: string): Line[] {
    return Array.from({ length: 1 + (size % 3) }, (_, at) =>
      this.#newWords(4 + ((other + at) % 6), origin, jobId),
    )
  }

  /** Edits one line, or inserts new lines. */
  #edited(lines: Line[], choice: Choice, origin: WordOrigin): Line[] {
    const line = lines[choice.place % Math.max(1, lines.length)]
    if (!line || choice.size % 3 === 0)
      return inserted(lines, choice, this.#newLines(choice, origin))
    const words = this.#newWords(1 + (choice.other % 3), origin)
    line.splice(choice.other % (line.length + 1), choice.size % 3, ...words)
    return lines
  }

  /** Copies lines of at least four words only, because shorter copies are not recognised. */
  #linesAt(lines: Line[], { other, size }: Choice): Line[] {
    const start = other % lines.length
    return copyLines(lines.slice(start, start + 1 + (size % 3))).filter((line) => line.length >= 4)
  }

  #cutAndPaste(lines: Line[], choice: Choice): void {
    const cut = this.#linesAt(lines, choice)
    if (cut.length === 0 || cut.length === lines.length) return
    const letters = new Set(cut.flat().map((word) => word.letters))
    const rest = lines.filter((line) => !line.some((word) => letters.has(word.letters)))
    this.#keep('typed', rest)
    this.#keep('pasted', inserted(copyLines(rest), choice, cut))
  }

  #job(): string {
    this.#jobs += 1
    return `job-${this.#jobs}`
  }

  #answer(lines: Line[], choice: Choice): void {
    const jobId = this.#job()
    const start = choice.place % lines.length
    lines.splice(start, 1 + (choice.size % 3), ...this.#newLines(choice, 'answer', jobId))
    this.#keep('answer', lines, jobId)
  }

  #answerInChat({ size }: Choice): void {
    const jobId = this.#job()
    const words = Array.from({ length: 8 + (size % 8) }, () => this.#letters())
    this.#answers.push({ jobId, words })
    this.events.push({ answer: words.join(' '), jobId })
  }

  #pasteAnswer(lines: Line[], choice: Choice): void {
    const answer = this.#answers[choice.other % Math.max(1, this.#answers.length)]
    if (!answer) return
    this.#answers.splice(this.#answers.indexOf(answer), 1)
    const length = 1 + (choice.size % answer.words.length)
    const isKnown = length >= 4
    const version = this.#versions.length + 1
    const source: Omit<Word, 'letters'> = isKnown
      ? { origin: 'answer', version, jobId: answer.jobId }
      : { origin: 'pasted', version }
    const line = answer.words.slice(-length).map((letters) => Object.assign({ letters }, source))
    this.#keep('pasted', inserted(lines, choice, [line]))
  }

  /** Restores the punctuation too: fewer than four words are not recognised if their punctuation differs. */
  #restore({ place }: Choice): void {
    const version = this.#versions[place % this.#versions.length]
    if (!version) return
    this.#punctuation = version.punctuation
    this.#keep('restore', copyLines(version.lines))
  }

  /** Adds a version for each of two sides, which add different lines, and then one that merges both. */
  #merge(lines: Line[], choice: Choice): void {
    const base = copyLines(lines)
    const theirs = this.#newLines(choice, 'typed')
    this.#keep('typed', [...copyLines(base), ...theirs])
    const mine = this.#newLines(choice, 'pasted')
    this.#keep('pasted', [...mine, ...copyLines(base)])
    this.#keep('merge', [...mine, ...copyLines(base), ...theirs])
  }
}

/** Copies the lists, but not the words in them. */
const copyLines = (lines: readonly Line[]): Line[] => lines.map((line) => [...line])

function inserted(lines: Line[], { place }: Choice, more: readonly Line[]): Line[] {
  lines.splice(place % (lines.length + 1), 0, ...more)
  return lines
}

function moved(lines: Line[], { place, other }: Choice): Line[] {
  const movable = lines.filter((line) => line.length >= 4)
  const line = movable[other % Math.max(1, movable.length)]
  if (!line) return lines
  lines.splice(lines.indexOf(line), 1)
  lines.splice(place % (lines.length + 1), 0, line)
  return lines
}
