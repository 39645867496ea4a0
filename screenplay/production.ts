/** Production drafts: numbers, locked pages, breakdown, sides. */
export { breakdownColumns, breakdownOf, sidesOf } from './production/breakdown.ts'
export {
  lockPages,
  type Locks,
  locksOf,
  pageMarksIn,
  revisedPages,
  unlockPages,
  withoutPageMarks,
} from './production/locked-pages.ts'
export { compareNumbers, type ProductionNumber, readNumber } from './production/numbers.ts'
export {
  assignSceneNumbers,
  hasSceneNumbers,
  isOmitted,
  lockSceneNumbers,
  omitScene,
  removeSceneNumbers,
  restoreScene,
  unlockSceneNumbers,
} from './production/scene-numbers.ts'
