/** All offsets of a pattern in a text, overlapping ones too, in linear time (Knuth, Morris, Pratt). */
export function* occurrences(text: string, pattern: string): Generator<number> {
  const borders = bordersOf(pattern)
  const { length } = pattern
  const first = pattern.charAt(0)
  if (length === 0) return
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    if (matched === 0) {
      at = text.indexOf(first, at)
      if (at < 0) return
    }
    const code = text.charCodeAt(at)
    while (matched > 0 && pattern.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (pattern.charCodeAt(matched) === code) matched += 1
    if (matched < length) continue
    yield at + 1 - length
    matched = borders[length - 1] ?? 0
  }
}

/** For each prefix of the pattern, the length of its longest proper prefix that is also a suffix. */
function bordersOf(pattern: string): Uint32Array {
  const borders = new Uint32Array(pattern.length)
  let border = 0
  for (let at = 1; at < pattern.length; at += 1) {
    const code = pattern.charCodeAt(at)
    while (border > 0 && pattern.charCodeAt(border) !== code) border = borders[border - 1] ?? 0
    if (pattern.charCodeAt(border) === code) border += 1
    borders[at] = border
  }
  return borders
}
