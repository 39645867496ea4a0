import { checkTextLength, ImportFailure } from '../failure.ts'
import { type DrawnLine, drawnLines, type OperatorList, type Operators } from './drawn-lines.ts'

const MAX_MILLISECONDS = 20_000
/** From then on only the text is read, so that a long script on a slow computer comes at least without emphasis. */
const MAX_DRAWING_MILLISECONDS = 12_000
const MAX_ITEMS = 500_000
/** A page that is full of text drawn letter by letter has a tenth. */
const MAX_OPERATORS = 200_000

/** A text item of PDF.js; the start of marked content has a tag and no text. */
export type TextItem = {
  tag?: string
  str?: string
  transform?: number[]
  width?: number
  fontName?: string
}

type Font = { name?: string; bold?: boolean; italic?: boolean }

/** What is used of a page of PDF.js. */
type Page = {
  streamTextContent(options: {
    includeMarkedContent: boolean
  }): ReadableStream<{ items: TextItem[] }>
  getOperatorList(options: { annotationMode: number }): Promise<OperatorList>
  commonObjs: { has(name: string): boolean; get(name: string): Font }
}

/** Called with every few operators; private, but nothing else could stop an endless page. */
const RECEIVE = '_renderPageChunk'
type Receiver = { [RECEIVE](chunk: { length: number }, state: unknown): void }

/** The items of a page, its fonts by name, and the lines that are drawn on it. */
export type PageContent = { items: TextItem[]; fonts: Map<string, Font>; drawn: DrawnLine[] }

/** Reads one page after another; fails if there is more than a script can have. */
export class PageReader {
  readonly #start = performance.now()
  readonly #operators: Operators
  /** Whether the emphasis of some pages was not read. */
  isHurried = false
  #items = 0
  #characters = 0

  constructor(operators: Operators) {
    this.#operators = operators
  }

  async read(page: Page): Promise<PageContent> {
    const items = await this.#readText(page)
    this.isHurried ||= this.#hasTaken(MAX_DRAWING_MILLISECONDS)
    // The fonts are known only once the page's operators have been read.
    const drawn = this.isHurried ? [] : drawnLines(await this.#readOperators(page), this.#operators)
    const fonts = new Map<string, Font>()
    for (const { fontName = '' } of items) {
      if (!fonts.has(fontName) && page.commonObjs.has(fontName)) {
        fonts.set(fontName, page.commonObjs.get(fontName))
      }
    }
    return { items, fonts, drawn }
  }

  #hasTaken(milliseconds: number): boolean {
    return performance.now() - this.#start > milliseconds
  }

  async #readText(page: Page): Promise<TextItem[]> {
    const items: TextItem[] = []
    // In chunks: a small compressed page may contain any amount of text.
    const reader = page.streamTextContent({ includeMarkedContent: true }).getReader()
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
    if (this.#items > MAX_ITEMS || this.#hasTaken(MAX_MILLISECONDS)) {
      throw new ImportFailure('too-complex')
    }
  }

  /** Whoever gets the failure destroys the document, which ends the reading. */
  #readOperators(page: Page): Promise<OperatorList> {
    const { promise, reject } = Promise.withResolvers<never>()
    const receiver = page as Page & Receiver
    const render = receiver[RECEIVE].bind(page)
    let count = 0
    receiver[RECEIVE] = (chunk, state) => {
      count += chunk.length
      if (count > MAX_OPERATORS || this.#hasTaken(MAX_MILLISECONDS)) {
        reject(new ImportFailure('too-complex'))
      } else render(chunk, state)
    }
    return Promise.race([page.getOperatorList({ annotationMode: 0 }), promise])
  }
}
