import type { AuthorshipRecord } from '../../../contract/authorship.ts'

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
