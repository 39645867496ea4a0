import type { AuthorshipRecord, WordOrigin } from '../../contract/authorship.ts'
import { sharesIn } from './shares.ts'

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
