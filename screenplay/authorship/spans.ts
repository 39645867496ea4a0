import type { AuthorshipSpan } from '../../contract/authorship.ts'
import type { History } from './history.ts'
import { readWords } from './words.ts'

/**
 * The spans of the text that was added last. What stands between words belongs to the word before it, and
 * what stands before the first word to that.
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
  // Without any words it does not matter who wrote them.
  return spans.length > 0 ? spans : [{ start: 0, end: text.length, origin: 'typed', version: null }]
}
