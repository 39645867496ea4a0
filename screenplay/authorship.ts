/** Who wrote which words of a text, computed from its versions (docs/authorship.md). */
export { History as AuthorshipHistory, noShares } from './authorship/history.ts'
export {
  ALGORITHM,
  chainFault,
  chainText,
  digestsOf,
  type Doubts,
  doubtsOf,
  inOrder,
  type RecordHead,
  recordOf,
  signedText,
} from './authorship/record.ts'
export { historyFrom, sharesIn, spansOf, storedHistory } from './authorship/stored-history.ts'
