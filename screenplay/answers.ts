export { mentionedScenes } from './answers/mentions.ts'
export { escapeTags, unescapeTags } from './answers/answer-reader.ts'
export {
  type AnswerChange,
  answerChanges,
  type PendingChange,
  pendingChanges,
  shownAlternative,
  switchAlternative,
  undoChanges,
} from './answers/review.ts'
export { applyAnswer, asksForWholeScript } from './answers/apply-answer.ts'
export { type NumberedScene, numberedScenes } from './answers/answer-context.ts'
export { type AnswerPart, AnswerReader } from './answers/answer-reader.ts'
export type { AnswerOutcome, AppliedEdit, EditFault, EditPlace } from './answers/answer-context.ts'
export { withoutKept } from './answers/answer-context.ts'
export { tidy } from './answers/tidy.ts'
