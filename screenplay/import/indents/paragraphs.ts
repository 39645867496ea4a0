import type { ElementType } from '../../elements.ts'
import { markedText } from '../../marked-text.ts'
import { isItalic, spansFor, spansText, withoutCommonEmphasis } from '../spans.ts'
import type { ElementDraft } from '../../write/draft.ts'
import { joinLines, type WrittenLine } from './join.ts'

export type Paragraph = {
  type: ElementType
  lines: WrittenLine[]
  sceneNumber?: string
  dual?: 'left' | 'right'
  /** Lyrics that are no part of the speech above. */
  apart?: true
}

/** Lines are never wrapped below these widths, in inches. Only types that may contain line breaks. */
const minWidths: Partial<Record<ElementType, number>> = {
  action: 4.5,
  centered: 4.5,
  dialogue: 2.6,
  lyrics: 2.6,
}
const MIN_DUAL_WIDTH = 2
/** In a proportional font, only a much shorter line is certain to end in an intended break. */
const WIDTH_FACTOR = { monospaced: 1.005, proportional: 0.8 }

/** Lines of a speech that are all in italics, or none of which is. */
function runsOf(paragraph: Paragraph): Paragraph[] {
  const runs: Paragraph[] = []
  for (const line of paragraph.lines) {
    const type = isItalic(line.spans) ? 'lyrics' : 'dialogue'
    const last = runs.at(-1)
    if (last?.type === type) last.lines.push(line)
    else runs.push({ ...paragraph, type, lines: [line] })
  }
  return runs
}

/** The speeches with the parts that are sung: in italics, with lines that end early. */
function withLyrics(
  paragraphs: readonly Paragraph[],
  spaceFor: (paragraph: Paragraph) => number,
): Paragraph[] {
  const textOf = (run: Paragraph) => spansText(joinLines(run.lines, spaceFor(run)))
  const isVerse = (run: Paragraph) => run.type === 'lyrics' && textOf(run).includes('\n')
  const split = paragraphs.map((paragraph) =>
    paragraph.type === 'dialogue' ? runsOf(paragraph) : [paragraph],
  )
  const hasSongs = split.some((runs) => runs.some(isVerse))
  // Where there are songs, a single line in italics is one unless it ends like a sentence.
  const isLine = (run: Paragraph) => hasSongs && !/[.!?…]["”'’]?$/.test(textOf(run))
  // Italics that begin or end within a line are emphasis.
  const hasEmphasis = ({ type, lines }: Paragraph) =>
    type === 'dialogue' &&
    (isItalic(lines[0]?.spans?.slice(0, 1)) || isItalic(lines.at(-1)?.spans?.slice(-1)))
  return split.flatMap((runs, n) => {
    const songs = runs.filter(({ type }) => type === 'lyrics')
    const isSong = runs.length === 1 && songs.every((run) => isLine(run) || isVerse(run))
    return isSong || (songs.every(isVerse) && !runs.some(hasEmphasis)) ? runs : [paragraphs[n]!]
  })
}

/** Lyrics are as wide as dialogue. */
const kindOf = ({ type, dual }: Paragraph) =>
  `${type === 'lyrics' ? 'dialogue' : type} ${dual ? 'dual' : ''}`

export function draftsOf(paragraphs: readonly Paragraph[], isMonospaced: boolean): ElementDraft[] {
  const widths = new Map<string, number>()
  for (const paragraph of paragraphs) {
    const kind = kindOf(paragraph)
    const longest = paragraph.lines.reduce((most, line) => Math.max(most, line.width), 0)
    widths.set(kind, Math.max(longest, widths.get(kind) ?? 0))
  }
  const factor = isMonospaced ? WIDTH_FACTOR.monospaced : WIDTH_FACTOR.proportional
  const spaceFor = (paragraph: Paragraph): number => {
    const min = paragraph.dual ? MIN_DUAL_WIDTH : minWidths[paragraph.type]
    return min ? Math.max(min, widths.get(kindOf(paragraph)) ?? 0) * factor : 0
  }
  return withLyrics(paragraphs, spaceFor).map((paragraph) => {
    const { type, lines, sceneNumber, dual, apart } = paragraph
    const spans = joinLines(lines, spaceFor(paragraph), type === 'lyrics')
    // Lyrics are printed in italics.
    const kept = type === 'lyrics' ? withoutCommonEmphasis(spans) : spansFor(type, spans)
    const draft: ElementDraft = { type, text: markedText(kept) }
    if (sceneNumber) draft.sceneNumber = sceneNumber
    if (dual) draft.dual = dual
    if (apart) draft.apart = apart
    return draft
  })
}
