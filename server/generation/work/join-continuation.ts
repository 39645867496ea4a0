/** How many characters of a continuation are held back to find out what it repeats. */
const HELD = 200
/** A shorter passage may occur twice in a script by chance. */
const SHORTEST_REPEAT = 40
/** A single letter may equal the one before it by chance. */
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
  /** The text is the first `before` characters of the answer and the continuation from `written` on. */
  #joint: { before: number; written: number }
  /** How much of an answer that begins again is not shown, because as much has already been shown. */
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

  /** Adds the next words and returns the part of them to show. */
  add(words: string): string {
    this.#written += words
    if (this.#state === 'joined') return this.#show(words)
    if (this.#state === 'repeating') return this.#compare(words)
    return this.#written.trimStart().length < HELD ? '' : this.#decide()
  }

  /** Ends the continuation and returns the text that was held back. */
  end(): string {
    const more = this.#state === 'held' ? this.#decide() : ''
    if (this.#isJoined()) return more
    // If the whole answer was being repeated, nothing is new. A repeated passage within it may be intended.
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

  /** Joins the whole answer to the continuation from this offset on. */
  #joinAt(written: number): string {
    this.#state = 'joined'
    this.#joint = { before: this.#before.length, written }
    return this.#written.slice(written)
  }

  /** The continuation replaces the answer, because it begins again and then differs. */
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

  /** Appends the continuation, without the answer's last words if it begins by repeating them. */
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

  /** Keeps at most one empty line where both texts have line breaks. */
  #commonLineBreaks(start: number): number {
    let had = 0
    while (this.#before.at(-1 - had) === '\n') had += 1
    const more = /^\n*/.exec(this.#written.slice(0, start))?.[0].length ?? 0
    return Math.min(more, Math.max(0, had + more - 2))
  }
}
