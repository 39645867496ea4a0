import type { Screenplay } from './elements.ts'
import { setLocks } from './production/lock-entry.ts'
import { assignSceneNumbers } from './production/scene-numbers.ts'
import type { Splice } from './splices.ts'

export { type Locks, locksOf } from './production/lock-entry.ts'
export { breakdownColumns, breakdownOf } from './production/breakdown.ts'
export { lockPages, unlockPages } from './production/locked-pages.ts'
export { compareNumbers, type ProductionNumber, readNumber } from './production/numbers.ts'
export { isOmitted, omitScene, restoreScene } from './production/omitted-scenes.ts'
export { pageMarksIn, withoutPageMarks } from './production/page-marks.ts'
export { revisedPages } from './production/revised-pages.ts'
export { sidesOf } from './production/sides.ts'
export {
  assignSceneNumbers,
  hasSceneNumbers,
  removeSceneNumbers,
} from './production/scene-numbers.ts'

/** Numbers all scenes; from then on a new scene gets a number with letters, and no number changes. */
export const lockSceneNumbers = (screenplay: Screenplay): Splice[] => [
  ...setLocks(screenplay, { sceneNumbers: true }),
  ...assignSceneNumbers(screenplay),
]

/** The numbers stay, but may be removed and given anew. */
export const unlockSceneNumbers = (screenplay: Screenplay): Splice[] =>
  setLocks(screenplay, { sceneNumbers: false })
