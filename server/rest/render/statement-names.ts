/** How many shapes of statements a connection keeps prepared. */
const SLOTS = 200

/**
 * Gives the statements that come often a name, so that PostgreSQL parses and plans them once. Names
 * are few and used again: whoever sends ever new shapes cannot fill the database's memory.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()

  nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known) {
      // To the end: the first one is always the longest unused.
      this.#names.delete(text)
      this.#names.set(text, known)
      return known
    }
    const name = this.#names.size < SLOTS ? `rest_${this.#names.size}` : this.#takeOldest()
    this.#names.set(text, name)
    return name
  }

  #takeOldest(): string {
    const [text, name] = this.#names.entries().next().value ?? ['', 'rest_0']
    this.#names.delete(text)
    return name
  }
}
