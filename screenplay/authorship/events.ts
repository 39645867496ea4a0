type Timed = { created_at: string }

/** In the order in which they happened. An answer comes before the versions that were made after it. */
export function* inOrder<Version extends Timed, Answer extends Timed>(
  versions: readonly Version[],
  answers: readonly Answer[],
): Generator<{ version: Version } | { answer: Answer }> {
  let next = 0
  for (const version of versions) {
    for (let answer = answers[next]; answer && answer.created_at < version.created_at; ) {
      yield { answer }
      next += 1
      answer = answers[next]
    }
    yield { version }
  }
  for (const answer of answers.slice(next)) yield { answer }
}
