/** What an edit replaced: up to `from` and behind the ends both texts are the same. */
export type Change = { from: number; endBefore: number; endNow: number }

/** Whole stretches are compared at once: much faster than letter by letter. */
const STRETCH = 2048

export function changeBetween(before: string, now: string): Change {
  const from = sameAtStart(before, now)
  const same = sameAtEnd(before, now, Math.min(before.length, now.length) - from)
  return { from, endBefore: before.length - same, endNow: now.length - same }
}

function sameAtStart(before: string, now: string): number {
  const limit = Math.min(before.length, now.length)
  let at = 0
  while (at < limit && before.slice(at, at + STRETCH) === now.slice(at, at + STRETCH)) at += STRETCH
  at = Math.min(at, limit)
  while (at < limit && before.charCodeAt(at) === now.charCodeAt(at)) at += 1
  return at
}

function sameAtEnd(before: string, now: string, limit: number): number {
  let same = 0
  while (same + STRETCH <= limit && stretchAtEnd(before, same) === stretchAtEnd(now, same)) {
    same += STRETCH
  }
  while (
    same < limit &&
    before.charCodeAt(before.length - same - 1) === now.charCodeAt(now.length - same - 1)
  ) {
    same += 1
  }
  return same
}

function stretchAtEnd(text: string, behind: number): string {
  return text.slice(text.length - behind - STRETCH, text.length - behind)
}
