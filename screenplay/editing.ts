export { completionsAt } from './completion.ts'
export type { Edit, PendingType, Selection } from './edit.ts'
export { changeElement } from './editing/change/change-element.ts'
export type { ElementChoice } from './editing/change/line-text.ts'
export { capitalsOf } from './editing/flow/capitals.ts'
export { elementAt } from './editing/flow/element-at.ts'
export { typedText } from './editing/flow/typed-text.ts'
export { toggleDualDialogue } from './editing/formatting/dual-dialogue.ts'
export { toggleEmphasis } from './editing/formatting/emphasis-at.ts'
export { toggleNote } from './editing/formatting/note-at.ts'
export { pressEnter, pressShiftTab, pressTab, typeParenthesis } from './element-flow.ts'
export {
  characterCalled,
  characterNames,
  findMatches,
  type FindQuery,
  replaceMatches,
} from './find.ts'
export { renameCharacter } from './finding/rename-character.ts'
export { toggleElement } from './formatting.ts'
export { moveScene } from './move-scene.ts'
export { isStyleName, pastedFountain, type PastedParagraph } from './paste.ts'
