export { mentionedScenes } from './mentioned-scenes.ts'
export { escapeTags, unescapeTags } from './protocol-tags.ts'
export {
  type AnswerChange,
  answerChanges,
  type PendingChange,
  pendingChanges,
  shownAlternative,
  switchAlternative,
  undoChanges,
} from './review.ts'
export { applyAnswer, asksForWholeScript } from './scoped-edits/apply-answer.ts'
export { type NumberedScene, numberedScenes } from './scoped-edits/numbered-scenes.ts'
export { type AnswerPart, AnswerReader } from './scoped-edits/reading/answer-reader.ts'
export type { AnswerOutcome, AppliedEdit, EditFault, EditPlace } from './scoped-edits/types.ts'
export { withoutKept } from './scoped-edits/unprinted-entries.ts'
export { tidy } from './tidy.ts'
