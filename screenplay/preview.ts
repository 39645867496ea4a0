import { type Element, printedTitlePage, type TitleEntry } from './elements.ts'
import { plainText } from './emphasis.ts'
import { parse } from './parse.ts'

const hiddenTypes = new Set<Element['type']>(['note', 'boneyard', 'page-break'])
const closers = ['', '*', '**', '***', '_', '*_', '**_', '***_']

/** The elements of a script's beginning as plain text; the title page only if nothing follows it. */
export function previewTexts(start: string, isCut: boolean): string[] {
  const screenplay = parse(start)
  const { elements } = screenplay
  const visible = elements.filter(({ type }) => !hiddenTypes.has(type)).map(({ text }) => text)
  const texts = visible.length > 0 ? visible : titleTexts(start, printedTitlePage(screenplay))
  return texts.map((text, index) =>
    isCut && index === texts.length - 1 ? closeEmphasis(text) : plainText(text),
  )
}

/** The same as one line. */
export const previewOf = (start: string, isCut: boolean): string =>
  previewTexts(start, isCut).join(' ').replaceAll(/\s+/g, ' ').trim()

/** Without a Title key this may just be a sentence with a colon, so show it unchanged. */
function titleTexts(start: string, entries: TitleEntry[]): string[] {
  const hasTitle = entries.some(({ key }) => key.toLowerCase() === 'title')
  if (!hasTitle) return entries.length > 0 ? [start] : []
  return entries.flatMap(({ values }) => values)
}

/** The closing marker may have been cut off: try each closer and keep the one that removes most markers. */
function closeEmphasis(text: string): string {
  const trimmed = text.trimEnd()
  const candidates = closers.map((closer) => plainText(trimmed + closer))
  return candidates.reduce((best, other) => (other.length < best.length ? other : best))
}
