import { layout, lineText, type Pages } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/parse.ts'

export const laidOut = (fountain: string) => layout(parse(fountain))

/** The printed lines of each page. */
const printed = ({ pages }: Pages) => pages.map(({ lines }) => lines.map(lineText))

export const pageTexts = (fountain: string) => printed(laidOut(fountain))

/** Action of one line each: so many of them fill twice as many rows, the last blank one left out. */
export const filler = (paragraphs: number) =>
  Array.from({ length: paragraphs }, (_, index) => `Filling line ${index + 1}.\n\n`).join('')

/** The lines that one element takes on its own. */
export const wrapped = (fountain: string) => pageTexts(fountain).flat()

/** Fills a page so far that an ordinary paragraph behind it finds so many lines. */
export function leaving(lines: number): string {
  const isOdd = lines % 2 === 1
  const first = isOdd ? '!Filling\nline 0.\n\n' : ''
  return first + filler((54 - lines) / 2 - (isOdd ? 1.5 : 0))
}
