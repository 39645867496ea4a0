import { emphasizedIn, placedSpans, type Style } from '../../model/emphasis.ts'
import { markedText } from '../../model/marked-text.ts'
import { applySplices, type Splice } from '../../changes/splices.ts'

export const emphasisMarkers: Record<Style, string> = { bold: '**', italic: '*', underline: '_' }

/** A part of a line, by offsets. */
type Part = { from: number; to: number }

/** The characters that are printed and not white space: offsets in the line, and styles as bits. */
type Letters = { text: string; at: number[]; styles: number[] }

const bits: Record<Style, number> = { bold: 1, italic: 2, underline: 4 }
const special = /[*_\\]/

/** Whether all text of a part has a style; undefined if there is no text. */
export function hasStyle(line: string, { from, to }: Part, style: Style): boolean | undefined {
  if (!special.test(line)) return line.slice(from, to).trim() === '' ? undefined : false
  const { at, styles } = lettersOf(line)
  const selected = styles.filter((_, n) => isBetween(at[n], from, to))
  return selected.length === 0 ? undefined : selected.every((letter) => letter & bits[style])
}

const isBetween = (at: number | undefined, from: number, to: number): boolean =>
  at !== undefined && at >= from && at < to

/** The splices that give a part of a line a style, or remove it. */
export function styleLine(line: string, part: Part, style: Style, isOn: boolean): Splice[] {
  if (!special.test(line)) return isOn ? aroundText(line, part, emphasisMarkers[style]) : []
  const letters = lettersOf(line)
  const selected = letters.at.filter((at) => isBetween(at, part.from, part.to))
  const [first, last] = [selected[0], selected.at(-1)]
  if (first === undefined || last === undefined) return []
  const text = { from: first, to: last + 1 }
  const splices = isOn ? addMarkers(line, text, style) : removeMarkers(line, text, style)
  const result = lettersOf(applySplices(line, splices))
  const styles = letters.styles.map((letter, n) => {
    if (!isBetween(letters.at[n], part.from, part.to)) return letter
    return isOn ? letter | bits[style] : letter & ~bits[style]
  })
  const isRight =
    result.text === letters.text && styles.every((letter, n) => letter === result.styles[n])
  return isRight ? splices : rewrite(line, part, style, isOn)
}

/** Emphasis cannot start or end with white space. */
function aroundText(line: string, { from, to }: Part, marker: string): Splice[] {
  const text = line.slice(from, to)
  if (text.trim() === '') return []
  const start = from + text.length - text.trimStart().length
  const end = from + text.trimEnd().length
  return [insertion(start, marker), insertion(end, marker)]
}

function lettersOf(line: string): Letters {
  const letters: Letters = { text: '', at: [], styles: [] }
  for (const { at, text, bold, italic, underline } of placedSpans(line)) {
    const styles = (bold ? 1 : 0) | (italic ? 2 : 0) | (underline ? 4 : 0)
    for (let n = 0; n < text.length; n += 1) {
      const character = text.charAt(n)
      if (character.trim() === '') continue
      letters.text += character
      letters.at.push(at + n)
      letters.styles.push(styles)
    }
  }
  return letters
}

/** The end of the last text before `to`, skipping white space and markers. */
function lastTextEnd(line: string, from: number, to: number): number {
  let end = to
  while (end > from && isEmpty(line.charAt(end - 1))) end -= 1
  return end
}

function firstTextStart(line: string, from: number): number {
  let start = from
  while (start < line.length && isEmpty(line.charAt(start))) start += 1
  return start
}

const isEmpty = (text: string): boolean => /^[\s*_]*$/.test(text)

/** Joins the part with emphasized text that it overlaps or touches. */
function addMarkers(line: string, { from, to }: Part, style: Style): Splice[] {
  const marker = emphasisMarkers[style]
  const splices: Splice[] = []
  for (const range of rangesOf(line, style)) {
    const end = range.to + marker.length
    const touches =
      range.from < to && range.to > from
        ? true
        : isEmpty(range.to <= from ? line.slice(end, from) : line.slice(to, range.open))
    if (!touches) continue
    splices.push(removal(range.open, marker), removal(range.to, marker))
    from = Math.min(from, range.open)
    to = Math.max(to, end)
  }
  return inOrder([...splices, insertion(from, marker), insertion(to, marker)])
}

/** Emphasized text on both sides of the part stays emphasized. */
function removeMarkers(line: string, { from, to }: Part, style: Style): Splice[] {
  const marker = emphasisMarkers[style]
  const splices: Splice[] = []
  for (const range of rangesOf(line, style)) {
    if (range.from >= to || range.to <= from) continue
    const before = line.slice(range.from, from)
    const after = line.slice(to, range.to)
    if (isEmpty(before)) splices.push(removal(range.open, marker))
    else splices.push(insertion(lastTextEnd(line, range.from, from), marker))
    if (isEmpty(after)) splices.push(removal(range.to, marker))
    else splices.push(insertion(firstTextStart(line, to), marker))
  }
  return inOrder(splices)
}

const rangesOf = (line: string, style: Style) =>
  emphasizedIn(line)
    .filter((range) => range.style === style)
    .toSorted((a, b) => a.open - b.open)

const removal = (start: number, { length }: string): Splice => ({
  start,
  end: start + length,
  text: '',
})

const insertion = (at: number, text: string): Splice => ({ start: at, end: at, text })

/** In the order of their places; a removal and an insertion at the same place cancel out. */
function inOrder(splices: readonly Splice[]): Splice[] {
  const result: Splice[] = []
  for (const splice of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1)
    const cancels =
      last && last.text !== '' && splice.text === '' && last.start === last.end
        ? splice.start === last.start
        : last?.text === '' && splice.text !== '' && splice.start === last.end
    if (cancels) result.pop()
    else result.push(splice)
  }
  return result
}

/** Rewrites the markers of the whole line, for nested or overlapping emphasis. */
function rewrite(line: string, part: Part, style: Style, isOn: boolean): Splice[] {
  const spans = placedSpans(line).flatMap(({ at, text, ...span }) =>
    text.split('').map((character, n) => {
      const isSelected = isBetween(at + n, part.from, part.to)
      const { [style]: old, ...others } = span
      const isStyled = isSelected ? isOn : old
      return Object.assign({ text: character }, others, isStyled && { [style]: true })
    }),
  )
  return betweenLetters(line, markedText(spans))
}

/** The difference of two lines with the same letters: only what is between letters changes. */
function betweenLetters(before: string, after: string): Splice[] {
  const places = [...lettersOf(before).at, before.length]
  const newPlaces = [...lettersOf(after).at, after.length]
  const splices: Splice[] = []
  let [start, newStart] = [0, 0]
  for (const [n, end] of places.entries()) {
    const newEnd = newPlaces[n] ?? after.length
    const text = after.slice(newStart, newEnd)
    if (before.slice(start, end) !== text) splices.push({ start, end, text })
    start = end + 1
    newStart = newEnd + 1
  }
  return splices
}
