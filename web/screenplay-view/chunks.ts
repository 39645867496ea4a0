import type { Element } from '../../screenplay/model.ts'

export type Chunk = readonly Element[]

const LENGTH = 40

/**
 * Splits the elements into chunks that the browser can skip while they are off screen. A chunk whose
 * elements are unchanged keeps its identity. Dual dialogue is never split.
 */
export function chunksOf(elements: readonly Element[], before: readonly Chunk[]): Chunk[] {
  const chunks: Chunk[] = []
  for (let from = 0; from < elements.length; ) {
    let to = Math.min(from + LENGTH, elements.length)
    while (to < elements.length && elements[to]?.dual) to += 1
    const known = before[chunks.length]
    chunks.push(known && isSame(known, elements, from, to) ? known : elements.slice(from, to))
    from = to
  }
  return chunks
}

function isSame(known: Chunk, elements: readonly Element[], from: number, to: number): boolean {
  if (known.length !== to - from) return false
  for (let at = from; at < to; at += 1) if (known[at - from] !== elements[at]) return false
  return true
}
