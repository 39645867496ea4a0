import { isUnprintedEntry, type Screenplay } from './elements.ts'
import { countWords, wordCounter } from './words.ts'

type Range = { start: number; end: number }

const hiddenPattern = /\[\[(?:(?!\[\[).)*?\]\]|\/\*(?:(?!\/\*).)*?\*\//gs
const mayHide = /\[\[|\/\*/
/** What a text without anything unprinted does not have. */
const mayBeUnprinted = /\[\[|\/\*|^[ \t]*[#=]|^(?:page setup|final draft|production lock)[ \t]*:/im

export const hasUnprinted = (source: string): boolean => mayBeUnprinted.test(source)

const hiddenTypes = new Set(['section', 'synopsis', 'note', 'boneyard'])

/** What is never printed, in order: sections, synopses, notes, what is omitted, and entries that are for programs. */
export function unprintedRanges({ source, titlePage, elements }: Screenplay): Range[] {
  const ranges: Range[] = []
  const hasHidden = mayHide.test(source)
  for (const part of [...titlePage, ...elements]) {
    const { start, contentEnd: end } = part
    const isUnprinted = 'key' in part ? isUnprintedEntry(part) : hiddenTypes.has(part.type)
    if (isUnprinted) ranges.push({ start, end })
    else if (hasHidden) {
      const written = source.slice(start, end)
      if (!mayHide.test(written)) continue
      for (const { index, 0: hidden } of written.matchAll(hiddenPattern))
        ranges.push({ start: start + index, end: start + index + hidden.length })
    }
  }
  return ranges
}

/** The words of a script that are printed, and those that are not. */
export type WordCounts = { printed: number; unprinted: number }

/** Counts the words of a script that changes. */
export function printedWordCounter(): (screenplay: Screenplay) => WordCounts {
  const count = wordCounter()
  return (screenplay) => {
    const { source } = screenplay
    let [printed, unprinted, at] = ['', 0, 0]
    for (const { start, end } of unprintedRanges(screenplay)) {
      printed += source.slice(at, start)
      unprinted += countWords(source.slice(start, end))
      at = end
    }
    return { printed: count(printed + source.slice(at)), unprinted }
  }
}

/** In the text of a few lines, without knowing what is around them. `private.printed_part` does the same. */
export const printedPart = (text: string): string =>
  hasUnprinted(text)
    ? text
        .replaceAll(/\[\[(?:(?!\[\[).)*?\]\]/gs, '')
        .replaceAll(/\/\*(?:(?!\/\*).)*?\*\//gs, '')
        .replaceAll(/(^|\n)[ \t]*(?:#|=(?!==))[^\n]*/g, '$1')
        .replaceAll(
          /(^|\n)(?:page setup|final draft|production lock)[ \t]*:[^\n]*(?:\n[ \t]+[^\n]+)*/gi,
          '$1',
        )
    : text
