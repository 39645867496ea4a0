export { EIGHTHS, formatEighths } from './eighths.ts'
export { widthOf } from './layout/cells.ts'
export {
  columnOf,
  PAGE_NUMBER_END,
  REVISION_LABEL_LEFT,
  REVISION_MARK_LEFT,
  SCENE_NUMBER_LEFT,
  SCENE_NUMBER_RIGHT,
} from './layout/columns.ts'
export { layout, pageOf, relayout } from './layout/layout.ts'
export { eighthsOf, runningTime } from './layout/length.ts'
export { type Line, lineText, type PrintedLine } from './layout/lines.ts'
export { type PageStyle, pageStyleOf } from './layout/page-style.ts'
export { hasNumber, type Page, type Pages } from './layout/pages.ts'
export { CELL, type Paper, type Sheet, sheetOf } from './layout/paper.ts'
export { type DualBlock, dualBlocks } from './page-map/dual-blocks.ts'
export { isSameBreak, type PageBreak, pageBreaks } from './page-map/page-breaks.ts'
export { addedToCue, rowsBefore, rowsPerLine, rowStarts } from './page-map/rows.ts'
export { pageSetupEntry, readPageSetup, setPageSetup, writePageSetup } from './page-setup.ts'
export {
  type Alignment,
  defaultFormats,
  type Format,
  type FormattedType,
  formattedTypes,
  type Spacing,
  type StyleName,
} from './page-setup/formats.ts'
export { type PresetName, presets } from './page-setup/presets.ts'
export {
  defaultSetup,
  formatOf,
  type Leading,
  type PageSetup,
  type PaperSize,
} from './page-setup/setup.ts'
export { type PreviewElement, previewElements, previewOf, previewTexts } from './preview.ts'
