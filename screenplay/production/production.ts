import type { Screenplay } from '../elements.ts'
import { setLocks } from './lock-entry.ts'
import { assignSceneNumbers } from './scene-numbers.ts'
import type { Splice } from '../splices.ts'

/** Numbers all scenes; from then on a new scene gets a number with letters, and no number changes. */
export const lockSceneNumbers = (screenplay: Screenplay): Splice[] => [
  ...setLocks(screenplay, { sceneNumbers: true }),
  ...assignSceneNumbers(screenplay),
]

/** The numbers stay, but may be removed and given anew. */
export const unlockSceneNumbers = (screenplay: Screenplay): Splice[] =>
  setLocks(screenplay, { sceneNumbers: false })
