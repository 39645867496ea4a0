export { breakdownColumns, breakdownOf } from './production/breakdown.ts'
export { type Locks, locksOf } from './production/locked-pages.ts'
export { lockPages, unlockPages } from './production/locked-pages.ts'
export { compareNumbers, type ProductionNumber, readNumber } from './production/numbers.ts'
export { isOmitted, omitScene, restoreScene } from './production/scene-numbers.ts'
export { pageMarksIn, withoutPageMarks } from './production/locked-pages.ts'
export { lockSceneNumbers, unlockSceneNumbers } from './production/scene-numbers.ts'
export { revisedPages } from './production/locked-pages.ts'
export {
  assignSceneNumbers,
  hasSceneNumbers,
  removeSceneNumbers,
} from './production/scene-numbers.ts'
export { sidesOf } from './production/breakdown.ts'
