import { type AuthorshipRecord, WORD_ORIGINS, type WordShares } from '../../contract/authorship.ts'
import { ALGORITHM, chainFault, digestsOf } from '../../screenplay/authorship.ts'
import { fault, printable } from './fault.ts'
import type { TrustedKeys } from './keys.ts'
import { sha256 } from './sha256.ts'
import { verifySignature } from './verify-signature.ts'
import { verifyTexts } from './verify-texts.ts'

function verifyChain(record: AuthorshipRecord): void {
  const { versions } = record
  const broken = chainFault(record, sha256)
  if (!broken) return
  const { at, problem } = broken
  throw problem === 'number'
    ? fault(
        `versions[${at}]`,
        `version ${versions[at]?.number} stands where version ${at + 1} belongs`,
      )
    : fault(
        `versions[${at}]`,
        `the chain hash of version ${at + 1} does not fit it and the version before`,
      )
}

function verifyDigests(record: AuthorshipRecord): void {
  const { digests } = record
  const { versions, ...parts } = digestsOf(record, sha256)
  if (digests.versions.length !== versions.length) {
    throw fault(
      'versions',
      `there are ${versions.length}, but ${digests.versions.length} were recorded`,
    )
  }
  const altered = versions.findIndex((digest, at) => digest !== digests.versions[at])
  if (altered !== -1) throw fault(`versions[${altered}]`, 'something in it was altered')
  for (const part of Object.keys(parts) as (keyof typeof parts)[]) {
    if (parts[part] !== digests[part]) throw fault(part, 'something in it was altered')
  }
}

const total = (shares: WordShares) =>
  WORD_ORIGINS.reduce((sum, origin) => sum + (shares[origin] ?? 0), 0)

/** Checks that the parts of a record are consistent, without looking at the texts. */
function verifyParts({ versions, text, spans, jobs }: AuthorshipRecord): void {
  for (const [at, { words, shares }] of versions.entries()) {
    if (total(shares) !== words) throw fault(`versions[${at}].shares`, 'they are not all words')
  }
  if (total(text.shares) !== text.words) throw fault('text.shares', 'they are not all words')
  if (!text.pending && versions.length > 0 && versions.at(-1)?.text_hash !== text.text_hash) {
    throw fault('text.text_hash', 'nothing is pending, but it is not that of the last version')
  }
  let end = 0
  const known = new Set(jobs.map(({ id }) => id))
  for (const [at, span] of spans.entries()) {
    const place = `spans[${at}]`
    if (span.start !== end || span.end <= span.start) {
      throw fault(place, 'it does not begin where the one before it ends')
    }
    if ((span.version ?? 0) > versions.length) throw fault(place, 'there is no such version')
    if (span.job_id !== undefined && !known.has(span.job_id)) {
      throw fault(place, 'there is no such job')
    }
    end = span.end
  }
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** Says what was verified, line by line; throws at the first fault. */
export function verify(record: AuthorshipRecord, trusted: TrustedKeys | undefined): string[] {
  verifyChain(record)
  verifyDigests(record)
  verifyParts(record)
  const { versions, spans, texts, algorithm, script } = record
  const signature = verifySignature(record, trusted)
  const lines = [
    `${trusted ? 'Verified' : 'Consistent, but NOT verified'}: ${script ? `"${printable(script.title)}"` : 'a text that was not saved'}`,
    ...signature,
    `  ${counted(versions.length, 'version')}, numbered without gaps; the hash chain is intact`,
    `  chain hash ${versions.at(-1)?.chain_hash ?? '(no versions)'}`,
  ]
  if (!texts) return [...lines, '  no texts in this record, so the spans were not computed again']
  verifyTexts(record, texts)
  lines.push(`  all texts match their hashes: ${Object.keys(texts.byHash).length}`)
  return algorithm === ALGORITHM
    ? [...lines, `  ${counted(spans.length, 'span')} computed again from the texts: the same`]
    : [
        ...lines,
        `  the spans were computed by rules number ${algorithm}, and this program has number ${ALGORITHM}: not compared`,
      ]
}
