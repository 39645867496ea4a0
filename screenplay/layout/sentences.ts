// A full stop of its own, or one behind which no space is written; then whatever closes the sentence.
const SENTENCE_END =
  /(?:[.!?\u2026]["'\u2019\u201d)\]}\u00bb]*(?=\s)|[\u3002\uff01\uff1f]["\u300d\u300f\uff09]*)\s*/g

/** Where the next sentences begin, from a place on and up to another. */
export function sentenceStarts(text: string, from: number, to: number): number[] {
  const starts: number[] = []
  SENTENCE_END.lastIndex = from
  for (let end = SENTENCE_END.exec(text); end; end = SENTENCE_END.exec(text)) {
    const start = end.index + end[0].length
    if (start >= text.length || start > to) break
    if (start > from) starts.push(start)
  }
  return starts
}
