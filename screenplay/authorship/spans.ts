import type { AuthorshipSpan } from '../../contract/authorship.ts'
import type { History } from './history.ts'
import { readWords } from './words.ts'

/**
 * The spans of the latest text. Characters between words belong to the preceding word, and those before the
 * first word belong to the first word.
 */
export function spansOf(history: History, text: string, versions: number): AuthorshipSpan[] {
  if (text === '') return []
  const { starts } = readWords(text, history.vocabulary)
  const spans: AuthorshipSpan[] = []
  for (const { from, to, source } of history.runsOf(history.serials)) {
    spans.push({
      start: from === 0 ? 0 : (starts[from] ?? text.length),
      end: starts[to] ?? text.length,
      origin: source.origin,
      version: source.version > versions ? null : source.version,
      ...(source.jobId !== null && { job_id: source.jobId }),
    })
  }
  // A text without words still gets a span; its origin does not matter.
  return spans.length > 0 ? spans : [{ start: 0, end: text.length, origin: 'typed', version: null }]
}
