import type {
  AuthorshipRecord,
  WordShares,
  AuthorshipVersion,
  WordOrigin,
} from '../../contract/authorship.ts'
import { parse } from '../model/parse.ts'
import { hasUnprinted } from '../model/printed-words.ts'
import { readWords, Vocabulary } from './words.ts'
import { addTo, type History, noShares, wordRanges } from './history.ts'
import { spansOf, sharesIn } from './stored-history.ts'

/** In alphabetical order, because programs that read and write JSON may change the order of keys. */
const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

type Digests = AuthorshipRecord['digests']

/** The chain covers only what a version was when it was made; the digests cover every field of the record. */
export function digestsOf(
  record: Omit<AuthorshipRecord, 'digests' | 'signature' | 'texts'>,
  sha256: (text: string) => string,
): Digests {
  const { format, formatVersion, algorithm, createdAt, userId, workId } = record
  const digest = (value: unknown) => sha256(JSON.stringify(value, sortKeys))
  return {
    head: digest({ format, formatVersion, algorithm, createdAt, userId, workId }),
    script: digest(record.script),
    versions: record.versions.map(digest),
    jobs: digest(record.jobs),
    answers: digest(record.answers),
    text: digest(record.text),
    spans: digest(record.spans),
    written: digest(record.written),
    cut: digest(record.cut),
  }
}

/** What a signature is over: ASCII only, so that any program can write the same bytes (docs/authorship.md). */
export const signedText = (digests: Digests): string =>
  `script-writer-authorship\n${JSON.stringify(digests, sortKeys)}`

type JobTotals = { written: number; kept: number; printed: number }

/** By origin: words ever added, and those since removed. By job: words added, those still in the text, and those of them that print. */
type Totals = { written: WordShares; cut: WordShares; jobs: Map<string, JobTotals> }

function totalsOf(history: History, text: string): Totals {
  const { sources, serials } = history
  const written = noShares()
  const cut = noShares()
  const jobs = new Map<string, JobTotals>()
  const isPresent = new Uint8Array(sources.count)
  for (const serial of serials) isPresent[serial] = 1
  for (const [index, { first, origin, jobId }] of sources.list.entries()) {
    const after = sources.list[index + 1]?.first ?? sources.count
    const present = isPresent.subarray(first, after).reduce((sum, one) => sum + one, 0)
    addTo(written, origin, after - first)
    addTo(cut, origin, after - first - present)
    if (jobId === null) continue
    const job = jobs.get(jobId) ?? { written: 0, kept: 0, printed: 0 }
    jobs.set(jobId, { ...job, written: job.written + after - first })
  }
  for (const { from, to, source } of history.runsOf(serials)) {
    const job = jobs.get(source.jobId ?? '')
    if (!job) continue
    job.kept += to - from
    job.printed += to - from
  }
  const { starts } = readWords(text, new Vocabulary())
  for (const range of hasUnprinted(text) ? wordRanges(parse(text), starts) : [])
    for (const { from, to, source } of history.runsOf(serials.subarray(range.from, range.to))) {
      const job = jobs.get(source.jobId ?? '')
      if (job) job.printed -= to - from
    }
  return { written, cut, jobs }
}

/** The version of the attribution rules. Increase it with every change that may produce different spans. */
export const ALGORITHM = 4

type Pending = AuthorshipRecord['text']['pending']

/** What is known without looking at any text. */
export type RecordHead = Pick<
  AuthorshipRecord,
  'createdAt' | 'userId' | 'workId' | 'script' | 'answers'
> & {
  versions: Omit<AuthorshipVersion, 'model' | 'words' | 'shares' | 'printed'>[]
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
  const totals = totalsOf(history, text)
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
      shares: history.past[at]?.shares ?? noShares(),
      printed: history.past[at]?.printed ?? noShares(),
    })),
    jobs: [...totals.jobs].map(([id, { written, kept, printed }]) => ({
      id,
      model: known.get(id)?.model ?? null,
      created_at: known.get(id)?.created_at ?? null,
      written,
      kept,
      printed,
    })),
    text: {
      text_hash,
      words: last?.words ?? 0,
      shares: last?.shares ?? noShares(),
      printed: last?.printed ?? noShares(),
      pending,
    },
    spans: spansOf(history, text, versions.length),
    written: totals.written,
    cut: totals.cut,
  }
  return { ...record, digests: digestsOf(record, sha256) }
}

type Covered = Pick<
  AuthorshipVersion,
  'id' | 'number' | 'created_at' | 'origin' | 'job_id' | 'text_hash'
>
type Owner = { workId: string; userId: string }

/** What a version's chain hash is the SHA-256 of (docs/decisions/019-working-text-and-versions.md). */
export const chainText = (
  previous: string | undefined,
  { workId, userId }: Owner,
  { id, number, created_at, origin, job_id, text_hash }: Covered,
): string =>
  [
    previous ?? '',
    id,
    workId,
    userId,
    String(number),
    created_at,
    origin,
    job_id ?? '',
    text_hash,
  ].join('\n')

/** The first version that is out of place or does not match its chain hash; undefined if all do. */
export function chainFault(
  { versions, ...owner }: Owner & { versions: readonly (Covered & { chain_hash: string })[] },
  sha256: (text: string) => string,
): { at: number; problem: 'number' | 'hash' } | undefined {
  for (const [at, version] of versions.entries()) {
    if (version.number !== at + 1) return { at, problem: 'number' }
    const previous = versions[at - 1]?.chain_hash
    if (sha256(chainText(previous, owner, version)) !== version.chain_hash) {
      return { at, problem: 'hash' }
    }
  }
  return undefined
}

/** How many words of a text have an origin that its versions do not show for certain. */
export type Doubts = {
  /** Imported: they came in as a whole, from a file, with a save or before there was a history. */
  whole: number
  /** Count as typed, but first appear in a text that was merged, restored or moved. */
  merged: number
  /** Count as an answer's, but were typed or pasted. */
  repeated: number
}

type Known = Pick<AuthorshipRecord, 'spans' | 'versions'> & {
  text: Pick<AuthorshipRecord['text'], 'pending'>
}

export function doubtsOf(text: string, { spans, versions, text: { pending } }: Known): Doubts {
  const doubts: Doubts = { whole: 0, merged: 0, repeated: 0 }
  const shares = sharesIn(text, spans, spans)
  for (const [at, { origin, version }] of spans.entries()) {
    const came = version === null ? pending?.origin : versions[version - 1]?.origin
    const doubt = doubtOf(origin, came)
    if (doubt) doubts[doubt] += shares[at]?.[origin] ?? 0
  }
  return doubts
}

/** `came`: the origin of the version that brought the words. */
function doubtOf(origin: WordOrigin, came: string | undefined): keyof Doubts | undefined {
  if (origin === 'import') return 'whole'
  if (origin === 'answer' && came !== 'answer') return 'repeated'
  return origin === 'typed' && (came === 'merge' || came === 'restore') ? 'merged' : undefined
}

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
