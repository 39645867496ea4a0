import { UNSPACED } from '../../contract/word-characters.ts'
import { LETTER } from './words.ts'

/** As WORD, but Mira's is Mira and s. */
const PART = new RegExp(`[[\\p{L}\\p{N}]&&[${UNSPACED}]]\\p{M}*|(?:${LETTER})+`, 'gv')

const folded = (part: string) => part.normalize('NFKC').toLowerCase()
const isLower = (text: string) => /^\p{Ll}/u.test(text)

type Node = { next: Map<string, Node>; ends: { key: number; isLower: boolean }[] }
type Name = { key: number; name: string }

const nodeOf = (): Node => ({ next: new Map(), ends: [] })

function treeOf(names: readonly Name[]): Node {
  const root = nodeOf()
  for (const { key, name } of names) {
    const parts = name.match(PART) ?? []
    let node = root
    for (const part of parts) {
      const next = node.next.get(folded(part)) ?? nodeOf()
      node.next.set(folded(part), next)
      node = next
    }
    const [first] = parts
    // Of several words none is likely by accident.
    if (first !== undefined) node.ends.push({ key, isLower: parts.length > 1 || isLower(first) })
  }
  return root
}

/**
 * Finds names as whole words in any letter case. A single word in lower case is no name, unless the name is written so:
 * will is not Will. Calls back with the key of each name found and its place.
 */
export function nameFinder(names: readonly Name[]) {
  const root = treeOf(names)
  return (text: string, onFound: (key: number, at: number) => void): void => {
    let open: { node: Node; at: number; isLower: boolean }[] = []
    for (const { 0: part, index } of text.matchAll(PART)) {
      const word = folded(part)
      const still: typeof open = []
      for (const one of [...open, { node: root, at: index, isLower: isLower(part) }]) {
        const node = one.node.next.get(word)
        if (!node) continue
        for (const end of node.ends) if (!one.isLower || end.isLower) onFound(end.key, one.at)
        if (node.next.size > 0) still.push({ ...one, node })
      }
      open = still
    }
  }
}
