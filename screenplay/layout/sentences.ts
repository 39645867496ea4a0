// Sentence-ending punctuation before a space, or CJK punctuation, which needs none; then closing marks.
const SENTENCE_END =
  /(?:[.!?\u2026]["'\u2019\u201d)\]}\u00bb]*(?=\s)|[\u3002\uff01\uff1f]["\u300d\u300f\uff09]*)\s*/g

/** The offsets at which sentences start in a range. */
export function sentenceStarts(text: string, from: number, to: number): number[] {
  const starts: number[] = []
  // Search only the range: the next sentence may be many pages further on.
  for (const end of text.slice(from, to + 1).matchAll(SENTENCE_END)) {
    const start = from + end.index + end[0].length
    if (start >= text.length || start > to) break
    if (start > from) starts.push(start)
  }
  return starts
}
