/** A text that grows while it is being displayed. */
export class GrowingText {
  #text = ''
  readonly #listeners = new Set<() => void>()

  get = (): string => this.#text

  set(text: string): void {
    if (text === this.#text) return
    this.#text = text
    for (const listener of this.#listeners) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
