/** Who wrote which words of a text, computed from its versions (docs/authorship.md). */
export { chainFault, chainText } from './authorship/record/chain.ts'
export { digestsOf, signedText } from './authorship/record/digests.ts'
export { inOrder } from './authorship/events.ts'
export { History as AuthorshipHistory } from './authorship/history.ts'
export { ALGORITHM, type RecordHead, recordOf } from './authorship/record/record.ts'
export { sharesIn } from './authorship/shares.ts'
export { spansOf } from './authorship/spans.ts'
export { historyFrom, storedHistory } from './authorship/stored-history.ts'
