export { type DualBlock, dualBlocks } from './page-map/dual-blocks.ts'
export { isSameBreak, type PageBreak, pageBreaks } from './page-map/page-breaks.ts'
export { addedToCue, rowsBefore, rowsPerLine, rowStarts } from './page-map/rows.ts'
