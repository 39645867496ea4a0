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
} from './elements.ts'
export { plainText, type Span, spansOf, type Style } from './emphasis.ts'
export { LANGUAGE_SAMPLE, languageOf } from './language.ts'
export { type Excerpt, LiveScreenplay } from './live-screenplay.ts'
export { markedText } from './marked-text.ts'
export { markupOf } from './markup.ts'
export { parse, reparse, titlePageOf } from './parse.ts'
export { elementIndexAt, type ElementRange } from './parse/changed-elements.ts'
export { type Scene, scenesOf } from './scenes.ts'
export {
  type Presence,
  presenceByScene,
  type Speaker,
  statistics,
  type Statistics,
  type TimeOfDay,
} from './statistics.ts'
export { setTitleEntries, titleEntries, type TitlePageEntry } from './title-page.ts'
export { titleEntry, titleOf } from './title.ts'
export { countWords, wordCounter } from './words.ts'
export { fountainOf, write } from './write.ts'
export type { ElementDraft } from './write/draft.ts'
