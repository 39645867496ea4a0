import { type Element, printedTitlePage, type TitleEntry } from './elements.ts'
import { plainText } from './emphasis.ts'
import { parse } from './parse.ts'

const hiddenTypes = new Set<Element['type']>(['note', 'boneyard', 'page-break'])
const closers = ['', '*', '**', '***', '_', '*_', '**_', '***_']

export type PreviewElement = Pick<Element, 'type' | 'text'>

/** The elements of a script's beginning as plain text; the title page, as action, only if nothing follows it. */
export function previewElements(start: string, isCut: boolean): PreviewElement[] {
  const screenplay = parse(start)
  const visible = screenplay.elements.filter(({ type }) => !hiddenTypes.has(type))
  const shown: PreviewElement[] =
    visible.length > 0
      ? visible
      : titleTexts(start, printedTitlePage(screenplay)).map((text) => ({ type: 'action', text }))
  return shown.map(({ type, text }, index) => ({
    type,
    text: isCut && index === shown.length - 1 ? closeEmphasis(text) : plainText(text),
  }))
}

export const previewTexts = (start: string, isCut: boolean): string[] =>
  previewElements(start, isCut).map(({ text }) => text)

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
  // Most texts have none, and a dashboard shows many.
  if (!/[*_]/.test(trimmed)) return plainText(trimmed)
  const candidates = closers.map((closer) => plainText(trimmed + closer))
  return candidates.reduce((best, other) => (other.length < best.length ? other : best))
}
