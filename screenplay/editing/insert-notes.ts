import type { Screenplay } from '../model/elements.ts'
import { firstIndex } from '../model/first-index.ts'
import { LETTER } from '../model/words.ts'
import type { Splice } from '../changes/splices.ts'

/** What a note in the text can say: an empty line or a bracket would end it. */
const noteText = (text: string): string =>
  text
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll(/\/(?=\*)|\*(?=\/)/g, '$& ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const hiddenPattern = /\[\[(?:(?!\[\[).)*?\]\]|\/\*(?:(?!\/\*).)*?\*\//gs

/** Whether a note at a place would be read as one, and as nothing else; each paragraph is looked at once. */
function safePlaces(source: string): (at: number) => boolean {
  const starts = [0, ...[...source.matchAll(/\n(?=\n)/g)].map(({ index }) => index + 1)]
  /** By the number of a paragraph: where a note begins in it that is never closed. */
  const opened = new Map<number, number>()
  const openedIn = (paragraph: number): number => {
    const known = opened.get(paragraph)
    if (known !== undefined) return known
    const from = starts[paragraph] ?? 0
    const text = source.slice(from, starts[paragraph + 1] ?? source.length)
    const closed = text.replaceAll(hiddenPattern, (found) => ' '.repeat(found.length))
    const open = closed.indexOf('[[')
    opened.set(paragraph, open === -1 ? source.length : from + open)
    return opened.get(paragraph) ?? 0
  }
  return (at) => {
    if (/[[\\/*]/.test(source.charAt(at - 1)) || /[\]/*]/.test(source.charAt(at))) return false
    // Its end would end a note that was begun in the paragraph and never closed.
    const next = firstIndex(starts.length, (index) => starts[index]! >= at)
    return openedIn(Math.max(next - 1, 0)) >= at
  }
}

const wordBefore = new RegExp(`${LETTER}['’ʼ]?$`, 'v')
/** No word is longer. */
const restOfWord = new RegExp(`(?:['’ʼ]?${LETTER}){0,100}`, 'vy')

/** The end of the word that this place is inside of, or else the place. */
function behindWord(source: string, at: number): number {
  if (!wordBefore.test(source.slice(Math.max(0, at - 8), at))) return at
  restOfWord.lastIndex = at
  return at + (restOfWord.exec(source)?.[0].length ?? 0)
}

/**
 * Writes notes into a script as `[[...]]`, each directly behind the place that it is about, so that nothing printed
 * changes. A place inside of a word, of another note or of omitted text moves behind it. Where a note would be read as something else,
 * or before the first element, there is none.
 */
export function insertNotes(
  { source, elements }: Screenplay,
  notes: readonly { at: number; text: string }[],
): Splice[] {
  const hidden = [...source.matchAll(hiddenPattern)]
  const isSafe = safePlaces(source)
  const splices: Splice[] = []
  let [element, hider] = [0, 0]
  for (const { at, text } of notes.toSorted((one, other) => one.at - other.at)) {
    const note = noteText(text)
    while ((elements[element + 1]?.start ?? Number.POSITIVE_INFINITY) < at) element += 1
    const home = elements[element]
    if (note === '' || !home || at <= home.start) continue
    const endOf = (index: number) => (hidden[index]?.index ?? 0) + (hidden[index]?.[0].length ?? 0)
    while (hider < hidden.length && endOf(hider) <= at) hider += 1
    const isHidden = hider < hidden.length && (hidden[hider]?.index ?? 0) < at
    const wanted = isHidden ? endOf(hider) : Math.min(behindWord(source, at), home.contentEnd)
    const place = [wanted, home.contentEnd].find(isSafe)
    if (place === undefined) continue
    const last = splices.at(-1)
    if (last && last.start >= place) last.text += `[[${note}]]`
    else splices.push({ start: place, end: place, text: `[[${note}]]` })
  }
  return splices
}
