/** What a script consists of: its elements, read from Fountain and written as Fountain. */
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
export { firstIndex } from './model/first-index.ts'
export { LANGUAGE_SAMPLE, languageOf } from './model/language.ts'
export {
  elementIndexAt,
  type ElementRange,
  type Excerpt,
  LiveScreenplay,
} from './model/live-screenplay.ts'
export { markedText } from './model/marked-text.ts'
export { nameFinder } from './model/names-in-text.ts'
export { parse, reparse, titlePageOf } from './model/parse.ts'
export { type PreviewElement, previewElements, previewOf, previewTexts } from './model/preview.ts'
export { printedPart, printedWordCounter, type WordCounts } from './model/printed-words.ts'
export {
  type Presence,
  presenceByScene,
  type Speaker,
  statistics,
  type Statistics,
  type TimeOfDay,
} from './model/statistics.ts'
export { type StoryFact, storyFacts, type StoryName } from './model/story-facts.ts'
export { isForPrograms, textNotes } from './model/text-notes.ts'
export {
  setTitleEntries,
  titleEntries,
  titleEntry,
  titleOf,
  type TitlePageEntry,
} from './model/title-page.ts'
export { countWords } from './model/words.ts'
export { type ElementDraft, fountainOf, write } from './model/write.ts'
