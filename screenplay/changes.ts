export { compareScripts, countChanges } from './compare.ts'
export type {
  ComparedPart,
  ComparedScene,
  Comparison,
  ScenePlace,
  TextRange,
} from './compare/comparison.ts'
export { sceneTexts } from './compare/scene-texts.ts'
export { merge } from './merge.ts'
export { revisedRanges } from './revision.ts'
export { paperColor } from './revision/fdx-revisions.ts'
export { revisedRows } from './revision/revised-rows.ts'
export { type Revision, revisionLabel } from './revision/revision.ts'
export { applySplices, rangeOf, type Splice, spliceBetween, splices } from './splices.ts'
