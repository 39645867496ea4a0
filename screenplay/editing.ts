export { completionsAt } from './editing/completion.ts'
export type { Edit, PendingType, Selection } from './editing/edit.ts'
export { changeElement } from './editing/change-element.ts'
export type { ElementChoice } from './editing/region.ts'
export { capitalsOf } from './editing/element-flow.ts'
export { elementAt } from './editing/element-at.ts'
export { typedText } from './editing/element-flow.ts'
export { toggleDualDialogue } from './editing/formatting.ts'
export { toggleEmphasis } from './editing/formatting.ts'
export { toggleNote } from './editing/formatting.ts'
export { pressEnter, pressShiftTab, pressTab, typeParenthesis } from './editing/element-flow.ts'
export {
  characterCalled,
  characterNames,
  findMatches,
  type FindQuery,
  replaceMatches,
} from './editing/find.ts'
export { renameCharacter } from './editing/find.ts'
export { toggleElement } from './editing/formatting.ts'
export { moveScene } from './editing/move-scene.ts'
export { isStyleName, pastedFountain, type PastedParagraph } from './editing/paste.ts'
