export { compareScripts, countChanges } from './changes/compare.ts'
export type {
  ComparedPart,
  ComparedScene,
  Comparison,
  ScenePlace,
  TextRange,
} from './changes/similarity.ts'
export { sceneTexts } from './changes/similarity.ts'
export { merge } from './changes/merge.ts'
export { revisedRanges } from './changes/revision.ts'
export { paperColor } from './formats/fdx/revisions.ts'
export { revisedRows } from './changes/revision.ts'
export { type Revision, revisionLabel } from './changes/revision.ts'
export { applySplices, rangeOf, type Splice, spliceBetween, splices } from './changes/splices.ts'
