export {
  type Element,
  type ElementType,
  hasRows,
  isFinalDraft,
  isProductionLock,
  type PrintedElement,
  printedElements,
  printedTitlePage,
  printedValues,
  type Screenplay,
  type TitleEntry,
} from './model/elements.ts'
export { plainText, type Span, spansOf, type Style } from './model/emphasis.ts'
export { LANGUAGE_SAMPLE, languageOf } from './model/language.ts'
export { type Excerpt, LiveScreenplay } from './model/live-screenplay.ts'
export { markedText } from './model/marked-text.ts'
export { markupOf } from './layout/markup.ts'
export { parse, reparse, titlePageOf } from './model/parse.ts'
export { elementIndexAt, type ElementRange } from './model/live-screenplay.ts'
export { type Scene, scenesOf } from './layout/scenes.ts'
export {
  type Presence,
  presenceByScene,
  type Speaker,
  statistics,
  type Statistics,
  type TimeOfDay,
} from './model/statistics.ts'
export { setTitleEntries, titleEntries, type TitlePageEntry } from './model/title-page.ts'
export { titleEntry, titleOf } from './model/title-page.ts'
export { countWords, wordCounter } from './model/words.ts'
export { fountainOf, write } from './model/write.ts'
export type { ElementDraft } from './model/write.ts'
