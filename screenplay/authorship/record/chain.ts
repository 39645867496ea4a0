import type { AuthorshipVersion } from '../../../contract/authorship.ts'

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
