/** Two texts that differ: splices, places that follow them, differences, merges, comparisons, revisions. */
export {
  anchorAgain,
  anchorsIn,
  followAnchors,
  type StoredAnchor,
  type TextStep,
} from './changes/anchors.ts'
export { compareScripts, countChanges } from './changes/compare.ts'
export { merge } from './changes/merge.ts'
export {
  endAfter,
  isLineAbove,
  type Moved,
  movesOf,
  nearestWords,
  onlyPlace,
  placeAfter,
} from './changes/places.ts'
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
