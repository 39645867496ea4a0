/** The replaced range: both texts are equal before `from` and after their end offset. */
export type Change = { from: number; endBefore: number; endNow: number }

/** Comparing slices is much faster than comparing character by character. */
const CHUNK = 2048

export function changeBetween(before: string, now: string): Change {
  const from = commonPrefix(before, now)
  const same = commonSuffix(before, now, Math.min(before.length, now.length) - from)
  return { from, endBefore: before.length - same, endNow: now.length - same }
}

function commonPrefix(before: string, now: string): number {
  const limit = Math.min(before.length, now.length)
  let at = 0
  while (at < limit && before.slice(at, at + CHUNK) === now.slice(at, at + CHUNK)) at += CHUNK
  at = Math.min(at, limit)
  while (at < limit && before.charCodeAt(at) === now.charCodeAt(at)) at += 1
  return at
}

function commonSuffix(before: string, now: string, limit: number): number {
  let same = 0
  while (same + CHUNK <= limit && chunkAtEnd(before, same) === chunkAtEnd(now, same)) {
    same += CHUNK
  }
  while (
    same < limit &&
    before.charCodeAt(before.length - same - 1) === now.charCodeAt(now.length - same - 1)
  ) {
    same += 1
  }
  return same
}

function chunkAtEnd(text: string, skip: number): string {
  return text.slice(text.length - skip - CHUNK, text.length - skip)
}

/** Combines two successive changes into one. */
export function joinedChange(first: Change | null, then: Change): Change {
  if (!first) return then
  const from = Math.min(first.from, then.from)
  const endBefore = first.endBefore + Math.max(0, then.endBefore - first.endNow)
  const endNow = then.endNow + Math.max(0, first.endNow - then.endBefore)
  return { from, endBefore, endNow }
}
