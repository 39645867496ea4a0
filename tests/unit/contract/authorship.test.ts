import { expect, test } from 'vitest'
import {
  type AuthorshipRecord,
  type AuthorshipSpan,
  type AuthorshipVersion,
  authorshipRecord,
  authorshipRequest,
  type VersionOrigin,
  WORD_ORIGINS,
  type WordOrigin,
  type WordShares,
} from '../../../contract/authorship.ts'

const id = '0199f1d2-0000-7000-8000-000000000001'
const hash = 'a'.repeat(64)
const at = '2026-11-16T01:02:03.000000Z'

const sharesOf = (origin: WordOrigin, words: number): WordShares => {
  const shares: WordShares = { typed: 0, pasted: 0, import: 0, answer: 0 }
  shares[origin] = words
  return shares
}

const version = (number: number, origin: VersionOrigin): AuthorshipVersion => ({
  id,
  number,
  created_at: at,
  origin,
  label: null,
  job_id: null,
  model: null,
  text_hash: hash,
  chain_hash: hash,
  words: 2,
  shares: sharesOf('typed', 2),
})

const span: AuthorshipSpan = { start: 0, end: 9, origin: 'typed', version: 1 }

const record: AuthorshipRecord = {
  format: 'script-writer-authorship',
  formatVersion: 1,
  algorithm: 1,
  createdAt: at,
  userId: id,
  workId: id,
  script: { id, title: 'Two words' },
  versions: [version(1, 'typed'), version(2, 'restore')],
  jobs: [],
  answers: [],
  text: { text_hash: hash, words: 2, shares: sharesOf('typed', 2), pending: null },
  spans: [span],
  written: sharesOf('typed', 2),
  cut: sharesOf('typed', 0),
  digests: {
    head: hash,
    script: hash,
    versions: [hash, hash],
    jobs: hash,
    answers: hash,
    text: hash,
    spans: hash,
    written: hash,
    cut: hash,
  },
}

const problem = (query: object) => authorshipRequest.safeParse(query).error?.issues[0]?.message

test('a request names a script or a text', () => {
  expect(problem({ scriptId: id })).toBeUndefined()
  expect(problem({ workId: id, format: 'pdf' })).toBeUndefined()
  expect(problem({ workId: id, texts: 'true' })).toBeUndefined()
  expect(problem({})).toBe('no_script')
  expect(problem({ scriptId: 'x' })).toBe('unknown_script')
  expect(problem({ scriptId: id, format: 'docx' })).toBe('unknown_record_format')
  expect(problem({ scriptId: id, texts: '1' })).toBe('bad_texts')
})

test('a record has exactly the documented fields', () => {
  expect(authorshipRecord.safeParse(record).success).toBe(true)
  expect(
    authorshipRecord.safeParse({
      ...record,
      texts: { pieces: ['Two words'], byHash: { [hash]: [0] } },
    }).success,
  ).toBe(true)
  expect(authorshipRecord.safeParse({ ...record, extra: 1 }).success).toBe(false)
  expect(authorshipRecord.safeParse({ ...record, spans: [{ ...span, start: -1 }] }).success).toBe(
    false,
  )
  expect(authorshipRecord.safeParse({ ...record, createdAt: '2026-11-16' }).success).toBe(false)
})

test.each(WORD_ORIGINS)('a word may be of origin %s', (origin) =>
  expect(authorshipRecord.safeParse({ ...record, spans: [{ ...span, origin }] }).success).toBe(
    true,
  ),
)

test.each(['restore', 'merge'])('no word is of origin %s', (origin) =>
  expect(authorshipRecord.safeParse({ ...record, spans: [{ ...span, origin }] }).success).toBe(
    false,
  ),
)
