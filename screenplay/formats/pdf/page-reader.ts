import { checkTextLength, ImportFailure } from '../failure.ts'

/** The operators of a page, with what each one draws. */
type OperatorList = { fnArray: readonly number[]; argsArray: readonly unknown[] }

/** The numbers that PDF.js gives to the operators that matter here. */
type Operators = Record<
  | 'save'
  | 'restore'
  | 'transform'
  | 'paintFormXObjectBegin'
  | 'paintFormXObjectEnd'
  | 'constructPath'
  | 'endPath',
  number
>

/** A horizontal line, in points. */
export type DrawnLine = { left: number; right: number; y: number }

type Matrix = readonly [number, number, number, number, number, number]

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
/** In points. What is thicker is a box; what is shorter underlines no letter. */
const MAX_THICKNESS = 2.5
const MIN_LENGTH = 3
const JOIN = 0.5
/** A page with more lines is a drawing, and none of them underlines a word. */
const MAX_LINES = 5_000
const MOVE = 0
/** The numbers that follow each part of a path: to move, draw a line, a curve, another, and to close it. */
const PART_LENGTHS = [2, 2, 6, 4, 0]

const isMatrix = (value: unknown): value is Matrix =>
  (Array.isArray(value) || ArrayBuffer.isView(value)) && Array.from(value as number[]).length === 6

const product = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
]

/** The horizontal lines that are drawn on a page, thin boxes included. */
function drawnLines({ fnArray, argsArray }: OperatorList, known: Operators): DrawnLine[] {
  const lines: DrawnLine[] = []
  const saved: Matrix[] = []
  let matrix = IDENTITY
  for (const [n, operator] of fnArray.entries()) {
    const args = argsArray[n]
    if (operator === known.save) saved.push(matrix)
    else if (operator === known.restore || operator === known.paintFormXObjectEnd) {
      matrix = saved.pop() ?? IDENTITY
    } else if (operator === known.transform) {
      if (isMatrix(args)) matrix = product(matrix, args)
    } else if (operator === known.paintFormXObjectBegin) {
      saved.push(matrix)
      const [own] = args as unknown[]
      if (isMatrix(own)) matrix = product(matrix, own)
    } else if (operator === known.constructPath) {
      const [painted, [path]] = args as [number, [Float32Array | null]]
      if (painted === known.endPath || !path) continue
      for (const line of levelLines(path, matrix)) lines.push(line)
    }
  }
  const merged = mergedLines(lines)
  return merged.length > MAX_LINES ? [] : merged
}

/** Lines that overlap as one: what is drawn again and again must not be compared again and again. */
function mergedLines(lines: readonly DrawnLine[]): DrawnLine[] {
  const merged: DrawnLine[] = []
  for (const line of lines.toSorted((a, b) => a.y - b.y || a.left - b.left)) {
    const last = merged.at(-1)
    const isSame = last && last.y === line.y && line.left <= last.right + JOIN
    if (isSame) last.right = Math.max(last.right, line.right)
    else merged.push({ ...line })
  }
  return merged
}

type Bounds = { left: number; right: number; low: number; high: number }

const nothing = (): Bounds => ({
  left: Number.POSITIVE_INFINITY,
  right: Number.NEGATIVE_INFINITY,
  low: Number.POSITIVE_INFINITY,
  high: Number.NEGATIVE_INFINITY,
})

/** The parts of a path that are thin and level. */
function* levelLines(path: Float32Array, matrix: Matrix): Generator<DrawnLine, void> {
  let bounds = nothing()
  for (let at = 0; at <= path.length; ) {
    const part = path[at] ?? MOVE
    if (part === MOVE) {
      const { left, right, low, high } = bounds
      const isLine = right - left >= MIN_LENGTH && high - low <= MAX_THICKNESS
      if (isLine) yield { left, right, y: Math.round(low + high) / 2 }
      bounds = nothing()
    }
    const length = PART_LENGTHS[part]
    if (length === undefined) return
    for (let n = at + 1; n < Math.min(at + length, path.length); n += 2) {
      const [px = 0, py = 0] = [path[n], path[n + 1]]
      const x = matrix[0] * px + matrix[2] * py + matrix[4]
      const y = matrix[1] * px + matrix[3] * py + matrix[5]
      bounds.left = Math.min(bounds.left, x)
      bounds.right = Math.max(bounds.right, x)
      bounds.low = Math.min(bounds.low, y)
      bounds.high = Math.max(bounds.high, y)
    }
    at += length + 1
  }
}

const MAX_MILLISECONDS = 20_000
/** From then on only the text is read, so that a long script on a slow computer comes at least without emphasis. */
const MAX_DRAWING_MILLISECONDS = 12_000
const MAX_ITEMS = 500_000
/** A page that is full of text drawn letter by letter has a tenth. */
const MAX_OPERATORS = 200_000

/** A text item of PDF.js; the start of marked content has a tag and no text. */
type TextItem = {
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
