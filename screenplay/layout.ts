/** Pages: how a script is set up, laid out and broken, and where a printed row is in the text. */
export {
  CELL,
  columnOf,
  PAGE_NUMBER_END,
  type PageStyle,
  pageStyleOf,
  type Paper,
  REVISION_LABEL_LEFT,
  REVISION_MARK_LEFT,
  SCENE_NUMBER_LEFT,
  SCENE_NUMBER_RIGHT,
  type Sheet,
  sheetOf,
} from './layout/columns.ts'
export { layout, pageOf, relayout } from './layout/layout.ts'
export { markupOf } from './layout/markup.ts'
export {
  type DualBlock,
  dualBlocks,
  isSameBreak,
  type PageBreak,
  pageBreaks,
} from './layout/page-breaks.ts'
export {
  type Alignment,
  defaultFormats,
  defaultSetup,
  type Format,
  formatOf,
  type FormattedType,
  formattedTypes,
  type Leading,
  type PageSetup,
  type PaperSize,
  type PresetName,
  presets,
  type Spacing,
  type StyleName,
} from './layout/page-formats.ts'
export { addedToCue, rowsBefore, rowsPerLine, rowStarts } from './layout/page-rows.ts'
export { pageSetupEntry, readPageSetup, setPageSetup, writePageSetup } from './layout/page-setup.ts'
export {
  EIGHTHS,
  eighthsOf,
  formatEighths,
  hasNumber,
  type Line,
  lineText,
  type Page,
  type Pages,
  type PrintedLine,
  runningTime,
} from './layout/pages.ts'
export { type Scene, scenesOf } from './layout/scenes.ts'
export { widthOf } from './layout/wrap.ts'
