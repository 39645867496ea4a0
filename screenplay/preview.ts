import type { Element, TitleEntry } from './elements.ts'
import { plainText } from './emphasis.ts'
import { parse } from './parse.ts'

const unseen = new Set<Element['type']>(['note', 'boneyard', 'page-break'])
const closers = ['', '*', '**', '***', '_', '*_', '**_', '***_']

/** What a reader sees of the beginning of a script, on one line; of a title page only when nothing follows. */
export function previewOf(start: string, isCut: boolean): string {
  const { titlePage, elements } = parse(start)
  const seen = elements.filter(({ type }) => !unseen.has(type)).map(({ text }) => text)
  const texts = seen.length > 0 ? seen : titleTexts(start, titlePage)
  const plain = texts.map((text, index) =>
    isCut && index === texts.length - 1 ? withoutOpenMarks(text) : plainText(text),
  )
  return plain.join(' ').replaceAll(/\s+/g, ' ').trim()
}

/** Keys without a title may as well be a sentence with a colon in it: that is shown as it stands. */
function titleTexts(start: string, entries: TitleEntry[]): string[] {
  const hasTitle = entries.some(({ key }) => key.toLowerCase() === 'title')
  if (!hasTitle) return entries.length > 0 ? [start] : []
  return entries.flatMap(({ values }) => values)
}

/** What closes emphasis may stand behind the cut: whatever takes most marks away does. */
function withoutOpenMarks(text: string): string {
  const trimmed = text.trimEnd()
  const readings = closers.map((closer) => plainText(trimmed + closer))
  return readings.reduce((best, other) => (other.length < best.length ? other : best))
}
