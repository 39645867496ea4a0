import * as z from 'zod/mini'

/** Where a word comes from. Restored, moved and merged text keeps the origin that it had. */
export const WORD_ORIGINS = ['typed', 'pasted', 'import', 'answer', 'template'] as const

/** How a version came about. */
const VERSION_ORIGINS = [...WORD_ORIGINS, 'restore', 'merge'] as const

/** What the query string of `GET /functions/v1/authorship` may say. Errors are codes. */
export const authorshipRequest = z
  .object({
    scriptId: z.nullish(z.uuid('unknown_script')),
    /** For a text that has not been saved yet. */
    workId: z.nullish(z.uuid('unknown_script')),
    format: z.nullish(z.enum(['json', 'pdf'], 'unknown_record_format')),
    /** `true` adds the texts themselves, so that the spans can be recomputed. */
    texts: z.nullish(z.enum(['true', 'false'], 'bad_texts')),
  })
  .check(z.refine(({ scriptId, workId }) => Boolean(scriptId ?? workId), 'no_script'))

const count = z.int().check(z.minimum(0))
const uuid = z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/))
/** SHA-256 in hex. */
const hash = z.string().check(z.regex(/^[\da-f]{64}$/))
/** UTC with six digits, as the chain hash covers it: 2026-11-16T01:02:03.000000Z. */
const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/))
const wordOrigin = z.enum(WORD_ORIGINS)

/** Numbers of words by origin; of templates only if there are any. */
const shares = z.strictObject({
  typed: count,
  pasted: count,
  import: count,
  answer: count,
  template: z.optional(count),
})

const version = z.strictObject({
  id: uuid,
  number: z.int().check(z.minimum(1)),
  created_at: time,
  origin: z.enum(VERSION_ORIGINS),
  label: z.nullable(z.string()),
  job_id: z.nullable(uuid),
  /** Null if the job is unknown or did not report its model. */
  model: z.nullable(z.string()),
  text_hash: hash,
  chain_hash: hash,
  words: count,
  /** The words of this version. */
  shares,
  /** Those of them that print: no sections, synopses, notes and omitted text. */
  printed: z.optional(shares),
})

const span = z.strictObject({
  /** UTF-16 offsets into the working text. */
  start: count,
  end: count,
  origin: wordOrigin,
  /** The number of the version that brought these words; null if they are not in a version yet. */
  version: z.nullable(z.int().check(z.minimum(1))),
  /** Only words of answers have a job id, and answers from before there were versions may lack it. */
  job_id: z.optional(uuid),
})

const job = z.strictObject({
  id: uuid,
  model: z.nullable(z.string()),
  /** Null if the job is not known any more. */
  created_at: z.nullable(time),
  /** Words of this answer that came into the text, and how many of them are in it now. */
  written: count,
  kept: count,
  /** How many of those print. */
  printed: z.optional(count),
})

/** An Ed25519 key as SubjectPublicKeyInfo, and a signature, both in base64. */
const publicKey = z.string().check(z.regex(/^[A-Za-z\d+/]{59}=$/))
const signature = z.string().check(z.regex(/^[A-Za-z\d+/]{86}==$/))
/** The first 32 digits of the SHA-256 of a key. */
const keyId = z.string().check(z.regex(/^[\da-f]{32}$/))

/** What `GET /.well-known/authorship-keys.json` returns: the key that signs records first, then former ones. */
export const authorshipKeys = z.object({
  keys: z.array(z.object({ id: keyId, publicKey })),
})

/** The authorship of one text; docs/authorship.md describes it. */
export const authorshipRecord = z.strictObject({
  format: z.literal('script-writer-authorship'),
  formatVersion: z.literal(1),
  /** The rules by which the spans were computed. */
  algorithm: z.int().check(z.minimum(1)),
  createdAt: time,
  userId: uuid,
  workId: uuid,
  /** Null before the first save. */
  script: z.nullable(z.strictObject({ id: uuid, title: z.string() })),
  /** Oldest first, numbered from 1 without gaps. */
  versions: z.array(version),
  /** Jobs whose words came into the text, oldest first. */
  jobs: z.array(job),
  /** Answers in the chats about this text; pasted text is compared with them. Oldest first. */
  answers: z.array(z.strictObject({ job_id: uuid, created_at: time, text_hash: hash })),
  /** The working text, which the spans refer to. */
  text: z.strictObject({
    text_hash: hash,
    words: count,
    shares,
    printed: z.optional(shares),
    /** What was changed since the last version; null if nothing was. */
    pending: z.nullable(
      z.strictObject({
        origin: z.enum(['typed', 'pasted', 'template', 'restore', 'import', 'merge']),
        since: time,
      }),
    ),
  }),
  /** In order, without gaps: they cover the working text. */
  spans: z.array(span),
  /** All words that were ever added to the text, and those of them that are no longer in it. */
  written: shares,
  cut: shares,
  /** SHA-256 of each part as JSON, to detect a change of any field. */
  digests: z.strictObject({
    head: hash,
    script: hash,
    versions: z.array(hash),
    jobs: hash,
    answers: hash,
    text: hash,
    spans: hash,
    written: hash,
    cut: hash,
  }),
  /** The server's, over the digests. Records from before there were signatures have none. */
  signature: z.optional(z.strictObject({ keyId, publicKey, value: signature })),
  /**
   * Only on request: the texts of all versions, all answers and the working text. Each text is a list of
   * indexes into `pieces`, joined in this order; `pieces` holds each piece once.
   */
  texts: z.optional(
    z.strictObject({ pieces: z.array(z.string()), byHash: z.record(hash, z.array(count)) }),
  ),
})

export type WordOrigin = (typeof WORD_ORIGINS)[number]
export type VersionOrigin = (typeof VERSION_ORIGINS)[number]
export type WordShares = z.infer<typeof shares>
export type AuthorshipRecord = z.infer<typeof authorshipRecord>
export type AuthorshipKeys = z.infer<typeof authorshipKeys>
export type AuthorshipVersion = AuthorshipRecord['versions'][number]
export type AuthorshipSpan = AuthorshipRecord['spans'][number]
