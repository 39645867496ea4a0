import { useQuery } from '@tanstack/react-query'
import type { AuthorshipRecord } from '../../../../contract/authorship.ts'
import { chainFault, chainText } from '../../../../screenplay/authorship.ts'
import type { TextSource } from '../api/record.ts'

/** Whether each version's hash covers the version before it, so that none was changed, left out or moved. */
async function isIntact(record: AuthorshipRecord, hashOf: TextSource['hashOf']): Promise<boolean> {
  const { versions } = record
  const hashes = await Promise.all(
    versions.map(async (version, at) => {
      const text = chainText(versions[at - 1]?.chain_hash, record, version)
      return [text, await hashOf(text)] as const
    }),
  )
  const known = new Map(hashes)
  return chainFault(record, (text) => known.get(text) ?? '') === undefined
}

/** Undefined until it is checked. */
export const useChain = (
  record: AuthorshipRecord,
  hashOf: TextSource['hashOf'],
): boolean | undefined =>
  useQuery({
    queryKey: ['authorship', 'chain', record.workId, record.createdAt],
    queryFn: () => isIntact(record, hashOf),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  }).data
