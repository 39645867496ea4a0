import { layout, lineText, type Pages } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'

export const laidOut = (fountain: string) => layout(parse(fountain))

/** The printed lines of each page. */
const printed = ({ pages }: Pages) => pages.map(({ lines }) => lines.map(lineText))

export const pageTexts = (fountain: string) => printed(laidOut(fountain))

/** One-line action paragraphs, each with a blank row after it; the last blank row is left out. */
export const filler = (paragraphs: number) =>
  Array.from({ length: paragraphs }, (_, index) => `Filling line ${index + 1}.\n\n`).join('')

/** The lines that one element takes on its own. */
export const wrapped = (fountain: string) => pageTexts(fountain).flat()

/** Fills a page so that an ordinary paragraph after it has this many lines left. */
export function leaving(lines: number): string {
  const isOdd = lines % 2 === 1
  const first = isOdd ? '!Filling\nline 0.\n\n' : ''
  return first + filler((54 - lines) / 2 - (isOdd ? 1.5 : 0))
}
