/** Two texts that differ: splices, differences, merges, comparisons, revisions. */
export { compareScripts, countChanges } from './changes/compare.ts'
export { followNotes } from './changes/follow-notes.ts'
export { merge } from './changes/merge.ts'
export { nearestWords } from './changes/nearest-words.ts'
export { revisedRanges, revisedRows, type Revision, revisionLabel } from './changes/revision.ts'
export {
  type ComparedPart,
  type ComparedScene,
  type Comparison,
  type ScenePlace,
  sceneTexts,
  type TextRange,
} from './changes/similarity.ts'
export {
  applySplices,
  rangeOf,
  type Splice,
  spliceBetween,
  splices,
  wordSplices,
} from './changes/splices.ts'
