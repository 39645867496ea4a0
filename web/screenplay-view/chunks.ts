import type { Element } from '../../screenplay/elements.ts'

export type Chunk = readonly Element[]

const LENGTH = 40

/**
 * The elements in pieces that the page can skip when they are out of sight. A piece whose elements are
 * all the same as before is the very same piece. Speeches side by side stay in one.
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
