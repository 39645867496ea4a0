import { checkTextLength, ImportFailure } from '../failure.ts'

const MAX_MILLISECONDS = 20_000
const MAX_ITEMS = 500_000

/** A text item of PDF.js; marked content has no text. */
export type TextItem = { str?: string; transform?: number[]; width?: number }

type Page = { streamTextContent(): ReadableStream<{ items: TextItem[] }> }

/** Reads the text of one page after another; fails if there is more than a script can have. */
export class TextReader {
  readonly #deadline = performance.now() + MAX_MILLISECONDS
  #items = 0
  #characters = 0

  async read(page: Page): Promise<TextItem[]> {
    const items: TextItem[] = []
    // In chunks: a small compressed page may contain any amount of text.
    const reader = page.streamTextContent().getReader()
    try {
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        for (const item of chunk.value.items) items.push(item)
        this.#count(chunk.value.items)
      }
    } catch (error) {
      await reader.cancel(error)
      throw error
    }
    return items
  }

  #count(items: readonly TextItem[]): void {
    this.#items += items.length
    for (const { str = '' } of items) this.#characters += str.length
    checkTextLength(this.#characters)
    if (this.#items > MAX_ITEMS || performance.now() > this.#deadline) {
      throw new ImportFailure('too-complex')
    }
  }
}
