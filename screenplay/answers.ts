/** A model's answer: read, tidied, applied to the scenes that it names, and reviewed. */
export {
  type AnswerOutcome,
  type AppliedEdit,
  type EditPlace,
  type NumberedScene,
  numberedScenes,
  withoutKept,
} from './answers/answer-context.ts'
export { type AnswerPart, AnswerReader, escapeTags, unescapeTags } from './answers/answer-reader.ts'
export { applyAnswer, asksForWholeScript } from './answers/apply-answer.ts'
export { mentionedScenes } from './answers/mentions.ts'
export {
  type AnswerChange,
  answerChanges,
  type PendingChange,
  pendingChanges,
  shownAlternative,
  switchAlternative,
  undoChanges,
} from './answers/review.ts'
export { tidy } from './answers/tidy.ts'
