import { type Element, printedElements, plainText, parse } from '../../../screenplay/model.ts'
import { addedToCue } from '../../../screenplay/layout.ts'
import type { PrintedWord } from './printed-words.ts'

type Place = { left: number; right: number; align: 'left' | 'right' | 'center'; hang?: number }

/** The standard screenplay margins, in inches from the left edge of the paper. */
const places: Record<string, Place> = {
  'scene-heading': { left: 1.5, right: 7.5, align: 'left' },
  action: { left: 1.5, right: 7.5, align: 'left' },
  character: { left: 3.5, right: 7.25, align: 'left' },
  parenthetical: { left: 3, right: 5.5, align: 'left', hang: 0.1 },
  dialogue: { left: 2.5, right: 6, align: 'left' },
  lyrics: { left: 2.5, right: 6, align: 'left' },
  transition: { left: 5.5, right: 7.1, align: 'right' },
  centered: { left: 1.5, right: 7.5, align: 'center' },
}

/** Inside the columns of dual dialogue, which begin at 1.50 and 4.625. */
const inColumn: Record<string, Place> = {
  character: { left: 0, right: 2.875, align: 'center' },
  parenthetical: { left: 0.25, right: 2.875, align: 'left' },
  dialogue: { left: 0, right: 2.875, align: 'left' },
  lyrics: { left: 0, right: 2.875, align: 'left' },
}

const capitals = new Set(['scene-heading', 'character', 'transition'])

function placeOf({ type, dual }: Element): Place {
  if (!dual) return places[type]!
  const place = inColumn[type]!
  const edge = dual === 'left' ? 1.5 : 4.625
  return { ...place, left: place.left + edge, right: place.right + edge }
}

const lettersOf = (text: string) => text.replaceAll(/\s/g, '')

/** Blank lines before an element; a song or centered line right under another has none. */
const blankLines: Record<string, number> = {
  'scene-heading': 2,
  action: 1,
  character: 1,
  parenthetical: 0,
  dialogue: 0,
  lyrics: 1,
  transition: 1,
  centered: 1,
}

type Placed = { element: Element; lines: PrintedWord[][]; place: Place; blankLines: number }

const rowOf = ({ top }: PrintedWord) => Math.round((top - 1) * 6)

/** The printed words of the script, line by line, without page and scene numbers. */
export function scriptWords(words: readonly PrintedWord[]): PrintedWord[] {
  const lines = Map.groupBy(
    words.filter(({ top }) => top > 0.9),
    (word) => `${word.page} ${rowOf(word)}`,
  )
  return [...lines.values()]
    .toSorted(([a], [b]) => a!.page - b!.page || rowOf(a!) - rowOf(b!))
    .flatMap((line) => {
      const sorted = line.toSorted((a, b) => a.left - b.left)
      const isNumbered = sorted[0]!.left < 1.4 && sorted.at(-1)!.text === sorted[0]!.text
      return isNumbered ? sorted.slice(1, -1) : sorted
    })
}

const isOnSide = ({ left }: PrintedWord, side: Element['dual']) =>
  side === undefined || (side === 'left' ? left < 4.5 : left >= 4.5)

/**
 * Finds every printed element of a script among the words of a document, in order, and the lines it was
 * broken into. Fails at the first missing or superfluous letter.
 */
export function placed(source: string, words: readonly PrintedWord[]): Placed[] {
  let rest = [...words]
  const screenplay = parse(source)
  const elements = printedElements(screenplay).filter(({ type }) => type !== 'page-break')
  const found = elements.map((element) => {
    const at = screenplay.elements.findIndex(({ start }) => start === element.start)
    const text = lettersOf(plainText(element.text) + addedToCue(screenplay, at))
    const expected = capitals.has(element.type) ? text.toUpperCase() : text
    const own: PrintedWord[] = []
    let letters = ''
    for (const word of rest) {
      if (letters.length >= expected.length) break
      if (!isOnSide(word, element.dual)) continue
      own.push(word)
      letters += word.text
    }
    if (letters !== expected) throw new Error(`printed ${letters} instead of ${expected}`)
    rest = element.dual ? rest.filter((word) => !own.includes(word)) : rest.slice(own.length)
    const isUnder = element.joinsPrevious && ['lyrics', 'centered'].includes(element.type)
    const blank = isUnder ? 0 : blankLines[element.type]!
    return { element, lines: linesOf(own), place: placeOf(element), blankLines: blank }
  })
  if (rest.length > 0) throw new Error(`printed too much: ${rest[0]!.text}`)
  return found
}

/** Half a line: glyphs of a fallback font on the same line differ by less. */
const ANOTHER_LINE = 1 / 12

function linesOf(words: readonly PrintedWord[]): PrintedWord[][] {
  const lines: PrintedWord[][] = []
  for (const word of words) {
    const last = lines.at(-1)?.[0]
    const isSame = last && last.page === word.page && Math.abs(last.top - word.top) < ANOTHER_LINE
    if (isSame) lines.at(-1)!.push(word)
    else lines.push([word])
  }
  return lines
}

function nameIn(line: PrintedWord[]): PrintedWord[] {
  const extension = line.findIndex(({ text }) => text.startsWith('('))
  return extension > 0 ? line.slice(0, extension) : line
}

/** How far a line is from its expected position, in inches. */
export function distance({ element, lines, place }: Placed, n: number): number {
  // In a centered cue only the name is centered.
  const isCue = place.align === 'center' && element.type === 'character'
  const line = isCue ? nameIn(lines[n]!) : lines[n]!
  const left = line[0]!.left
  const right = line.at(-1)!.right
  if (place.align === 'right') return Math.abs(right - place.right)
  if (place.align === 'center') return Math.abs((left + right) / 2 - (place.left + place.right) / 2)
  const hang = n === 0 ? (place.hang ?? 0) : 0
  // Writers may indent the lines of a description.
  const written = element.text.split('\n')
  const spaces = written.length === lines.length ? /^ */.exec(written[n]!)![0].length : 0
  return Math.abs(left - (place.left - hang + spaces / 10))
}
