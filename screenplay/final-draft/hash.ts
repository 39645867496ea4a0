const START = 0x811c9dc5
const PRIME = 0x01000193

/** FNV-1a, 32 bits: to recognize text, not to protect it. */
export function hashOf(text: string, start = START): number {
  let hash = start
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  }
  return hash >>> 0
}
