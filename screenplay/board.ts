/** The script as cards: scenes and ideas in columns, and changes of them that move bytes. */
export { type BoardEdit } from './board/arrange.ts'
export { type Board, boardOf, type Card, type Column, type Group } from './board/board.ts'
export {
  addCard,
  addColumn,
  addTemplate,
  editCard,
  type NewCard,
  setColor,
  setHeading,
  setSynopsis,
  templateColumns,
  writtenOf,
} from './board/edit-parts.ts'
export { deleteCards, moveCards, moveColumn, removeSection } from './board/move.ts'
