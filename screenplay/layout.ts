export { EIGHTHS, formatEighths } from './layout/pages.ts'
export { widthOf } from './layout/wrap.ts'
export {
  columnOf,
  PAGE_NUMBER_END,
  REVISION_LABEL_LEFT,
  REVISION_MARK_LEFT,
  SCENE_NUMBER_LEFT,
  SCENE_NUMBER_RIGHT,
} from './layout/columns.ts'
export { layout, pageOf, relayout } from './layout/layout.ts'
export { eighthsOf, runningTime } from './layout/pages.ts'
export { type Line, lineText, type PrintedLine } from './layout/pages.ts'
export { type PageStyle, pageStyleOf } from './layout/columns.ts'
export { hasNumber, type Page, type Pages } from './layout/pages.ts'
export { CELL, type Paper, type Sheet, sheetOf } from './layout/columns.ts'
export { type DualBlock, dualBlocks } from './layout/page-breaks.ts'
export { isSameBreak, type PageBreak, pageBreaks } from './layout/page-breaks.ts'
export { addedToCue, rowsBefore, rowsPerLine, rowStarts } from './layout/page-rows.ts'
export { pageSetupEntry, readPageSetup, setPageSetup, writePageSetup } from './layout/page-setup.ts'
export {
  type Alignment,
  defaultFormats,
  type Format,
  type FormattedType,
  formattedTypes,
  type Spacing,
  type StyleName,
} from './layout/page-formats.ts'
export { type PresetName, presets } from './layout/page-formats.ts'
export {
  defaultSetup,
  formatOf,
  type Leading,
  type PageSetup,
  type PaperSize,
} from './layout/page-formats.ts'
export { type PreviewElement, previewElements, previewOf, previewTexts } from './model/preview.ts'
