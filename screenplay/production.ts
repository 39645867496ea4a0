export { breakdownColumns, breakdownOf } from './production/breakdown.ts'
export { type Locks, locksOf } from './production/lock-entry.ts'
export { lockPages, unlockPages } from './production/locked-pages.ts'
export { compareNumbers, type ProductionNumber, readNumber } from './production/numbers.ts'
export { isOmitted, omitScene, restoreScene } from './production/omitted-scenes.ts'
export { pageMarksIn, withoutPageMarks } from './production/page-marks.ts'
export { lockSceneNumbers, unlockSceneNumbers } from './production/production.ts'
export { revisedPages } from './production/revised-pages.ts'
export {
  assignSceneNumbers,
  hasSceneNumbers,
  removeSceneNumbers,
} from './production/scene-numbers.ts'
export { sidesOf } from './production/sides.ts'
