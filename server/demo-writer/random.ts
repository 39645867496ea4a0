/** FNV-1a hash. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

export type Random = ReturnType<typeof seededRandom>

/** A seeded pseudo-random generator: the same seed gives the same choices. */
export function seededRandom(seed: number) {
  let state = seed
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const used = new Set<unknown>()
  return {
    below,
    /** Picks a choice that was not picked before, as long as there is one. */
    pick<T>(choices: readonly [T, ...T[]] | readonly T[]): T {
      const fresh = choices.filter((choice) => !used.has(choice))
      const from = fresh.length > 0 ? fresh : choices
      const choice = from[below(from.length)] as T
      used.add(choice)
      return choice
    },
  }
}
