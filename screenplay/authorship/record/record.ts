import type { AuthorshipRecord, AuthorshipVersion } from '../../../contract/authorship.ts'
import type { History } from '../history.ts'
import { digestsOf } from './digests.ts'
import { spansOf } from '../spans.ts'
import { totalsOf } from './totals.ts'

/** The version of the attribution rules. Increase it with every change that may produce different spans. */
export const ALGORITHM = 3

type Pending = AuthorshipRecord['text']['pending']

/** What is known without looking at any text. */
export type RecordHead = Pick<
  AuthorshipRecord,
  'createdAt' | 'userId' | 'workId' | 'script' | 'answers'
> & {
  versions: Omit<AuthorshipVersion, 'model' | 'words' | 'shares'>[]
  jobs: { id: string; model: string | null; created_at: string }[]
  text_hash: string
  pending: Pending
}

/** The authorship record. All versions, and the pending text after them, must already be in `history`. */
export function recordOf(
  head: RecordHead,
  history: History,
  text: string,
  sha256: (text: string) => string,
): AuthorshipRecord {
  const { createdAt, userId, workId, script, answers, versions, jobs, text_hash, pending } = head
  const totals = totalsOf(history)
  const known = new Map(jobs.map((job) => [job.id, job]))
  const last = history.past.at(-1)
  const record: Omit<AuthorshipRecord, 'digests'> = {
    format: 'script-writer-authorship',
    formatVersion: 1,
    algorithm: ALGORITHM,
    createdAt,
    userId,
    workId,
    script,
    answers,
    versions: versions.map((version, at) => ({
      ...version,
      model: known.get(version.job_id ?? '')?.model ?? null,
      words: history.past[at]?.words ?? 0,
      shares: history.past[at]?.shares ?? { typed: 0, pasted: 0, import: 0, answer: 0 },
    })),
    jobs: [...totals.jobs].map(([id, { written, kept }]) => ({
      id,
      model: known.get(id)?.model ?? null,
      created_at: known.get(id)?.created_at ?? null,
      written,
      kept,
    })),
    text: {
      text_hash,
      words: last?.words ?? 0,
      shares: last?.shares ?? { typed: 0, pasted: 0, import: 0, answer: 0 },
      pending,
    },
    spans: spansOf(history, text, versions.length),
    written: totals.written,
    cut: totals.cut,
  }
  return { ...record, digests: digestsOf(record, sha256) }
}
