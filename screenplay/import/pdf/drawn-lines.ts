/** The operators of a page, with what each one draws. */
export type OperatorList = { fnArray: readonly number[]; argsArray: readonly unknown[] }

/** The numbers that PDF.js gives to the operators that matter here. */
export type Operators = Record<
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
export function drawnLines({ fnArray, argsArray }: OperatorList, known: Operators): DrawnLine[] {
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
