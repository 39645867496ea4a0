/** What keys and commands do to a text: element flow, finding, renaming, moving, pasting. */
export { changeElement } from './editing/change-element.ts'
export { completionsAt } from './editing/completion.ts'
export type { Edit, PendingType, Selection } from './editing/edit.ts'
export { elementAt } from './editing/element-at.ts'
export {
  capitalsOf,
  pressEnter,
  pressShiftTab,
  pressTab,
  typedText,
  typeParenthesis,
} from './editing/element-flow.ts'
export {
  characterCalled,
  characterNames,
  findMatches,
  type FindQuery,
  renameCharacter,
  replaceMatches,
} from './editing/find.ts'
export {
  toggleDualDialogue,
  toggleElement,
  toggleEmphasis,
  toggleNote,
} from './editing/formatting.ts'
export { insertNotes } from './editing/insert-notes.ts'
export { moveScene } from './editing/move-scene.ts'
export { isStyleName, pastedFountain, type PastedParagraph } from './editing/paste.ts'
export type { ElementChoice } from './editing/region.ts'
