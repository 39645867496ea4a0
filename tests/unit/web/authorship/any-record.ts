import type { AuthorshipRecord, WordShares } from '../../../../contract/authorship.ts'

const HASH = '0'.repeat(64)

/** A record of a text with these words. */
export const anyRecord = (
  shares: WordShares,
  jobs: AuthorshipRecord['jobs'] = [],
  more: Partial<AuthorshipRecord> = {},
): AuthorshipRecord => ({
  format: 'script-writer-authorship',
  formatVersion: 1,
  algorithm: 1,
  createdAt: '2026-11-16T12:00:00.000000Z',
  userId: 'user',
  workId: 'work',
  script: null,
  versions: [],
  jobs,
  answers: [],
  text: { text_hash: HASH, words: 0, shares: { ...shares }, pending: null },
  spans: [],
  written: shares,
  cut: shares,
  digests: {
    head: HASH,
    script: HASH,
    versions: [],
    jobs: HASH,
    answers: HASH,
    text: HASH,
    spans: HASH,
    written: HASH,
    cut: HASH,
  },
  ...more,
})

/** The text as it was at a time. */
export const version = (number: number, time: string, shares: Partial<WordShares>) => ({
  id: `version-${number}`,
  number,
  created_at: time,
  origin: 'typed' as const,
  label: null,
  job_id: null,
  model: null,
  text_hash: HASH,
  chain_hash: HASH,
  words: 0,
  shares: { typed: 0, pasted: 0, import: 0, answer: 0, ...shares },
})
