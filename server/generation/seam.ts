/** How much of a continuation is held back until it is known what it repeats. */
const HELD = 200
/** A shorter passage may occur twice in a script. */
const SHORTEST_REPEAT = 40
/** A single letter may follow the same letter. */
const SHORTEST_OVERLAP = 2

/**
 * Joins an answer that was cut off and its continuation. Models often begin a continuation by repeating the
 * last words or lines, or even the whole answer, although they are asked not to.
 */
export class Seam {
  readonly #before: string
  #written = ''
  #state: 'held' | 'repeating' | 'joined' = 'held'
  /** The passage that is repeated: where it begins, and how far it has been repeated. */
  #repeat = { from: 0, to: 0 }
  /** The text is so much of the answer, and the continuation from there on. */
  #joint: { before: number; written: number }
  /** Of an answer that begins again, as much as is shown already is not shown again. */
  #hidden = 0

  constructor(before: string) {
    this.#before = before
    this.#joint = { before: before.length, written: 0 }
    if (before === '') this.#state = 'joined'
  }

  get text(): string {
    const { before, written } = this.#joint
    return this.#before.slice(0, before) + this.#written.slice(written)
  }

  /** Takes the next words and returns what is to be shown of them. */
  add(words: string): string {
    this.#written += words
    if (this.#state === 'joined') return this.#show(words)
    if (this.#state === 'repeating') return this.#compare(words)
    return this.#written.trimStart().length < HELD ? '' : this.#decide()
  }

  /** Returns what has been held back. */
  end(): string {
    const more = this.#state === 'held' ? this.#decide() : ''
    if (this.#isJoined()) return more
    // Nothing follows the repetition; a passage within the answer may also just occur twice.
    return this.#repeat.from === 0 ? this.#joinAt(this.#written.length) : this.#append()
  }

  #isJoined(): boolean {
    return this.#state === 'joined'
  }

  #decide(): string {
    const words = this.#written.trimStart()
    const start = words.slice(0, HELD)
    const from = start.length < SHORTEST_REPEAT ? -1 : this.#before.lastIndexOf(start)
    if (from === -1) return this.#append()
    this.#state = 'repeating'
    this.#repeat = { from, to: from }
    return this.#compare(words)
  }

  #compare(words: string): string {
    const { from, to } = this.#repeat
    const end = Math.min(to + words.length, this.#before.length)
    if (words.slice(0, end - to) !== this.#before.slice(to, end)) {
      return from === 0 ? this.#beginAgain() : this.#append()
    }
    this.#repeat.to = end
    if (end < this.#before.length) return ''
    return this.#joinAt(this.#written.length - words.length + end - to)
  }

  /** The answer is followed by the continuation from here on. */
  #joinAt(written: number): string {
    this.#state = 'joined'
    this.#joint = { before: this.#before.length, written }
    return this.#written.slice(written)
  }

  /** The continuation is another whole answer. */
  #beginAgain(): string {
    const words = this.#written.trimStart()
    this.#state = 'joined'
    this.#joint = { before: 0, written: this.#written.length - words.length }
    this.#hidden = this.#before.length
    return this.#show(words)
  }

  #show(words: string): string {
    const hidden = Math.min(this.#hidden, words.length)
    this.#hidden -= hidden
    return words.slice(hidden)
  }

  /** Without the last words of the answer if the continuation begins with them. */
  #append(): string {
    const words = this.#written.trimStart()
    const start = this.#written.length - words.length
    const longest = Math.min(HELD, words.length, this.#before.length)
    for (let length = longest; length >= SHORTEST_OVERLAP; length -= 1) {
      const from = this.#before.length - length
      const isWord = from === 0 || /\s/.test(this.#before.charAt(from - 1))
      if (isWord && this.#before.endsWith(words.slice(0, length)))
        return this.#joinAt(start + length)
    }
    return this.#joinAt(this.#commonLineBreaks(start))
  }

  /** Both may have the empty line between them. */
  #commonLineBreaks(start: number): number {
    const had = /\n*$/.exec(this.#before)?.[0].length ?? 0
    const more = /^\n*/.exec(this.#written.slice(0, start))?.[0].length ?? 0
    return Math.min(more, Math.max(0, had + more - 2))
  }
}
