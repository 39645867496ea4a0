/** Maximum number of prepared statements per connection. */
const SLOTS = 200

/**
 * Names statements so that PostgreSQL parses and plans each once. Names are recycled, least recently
 * used first, so a client that sends ever new queries cannot fill the database's memory.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()

  nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known) {
      // Move it to the end: the first entry is always the least recently used.
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
