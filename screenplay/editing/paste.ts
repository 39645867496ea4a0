import type { Span } from '../model/emphasis.ts'
import {
  isCue,
  isHeading,
  isUpperCase,
  spansText,
  trimmedSpans,
  withoutCommonEmphasis,
} from '../formats/text/rows.ts'
import {
  type StyledParagraph,
  typeOfStyle,
  draftOfParagraphs,
} from '../formats/styled-paragraphs.ts'
import { markedText } from '../model/marked-text.ts'
import { isTransition } from '../model/line-reader.ts'
import { isPageSetup } from '../model/elements.ts'
import { draftOfRows } from '../formats/text/indented.ts'
import { laidOutRows } from '../formats/text/plain-text.ts'
import { fountainOf, type ScreenplayDraft } from '../model/write.ts'

/** `isLine`: a plain line, with no space between it and the previous one. */
export type PastedParagraph = StyledParagraph & { isLine: boolean }

const MAX_TRANSITION_LENGTH = 40

const pastedText = ({ spans }: PastedParagraph) => spansText(spans).trim()
const isEmpty = (paragraph: PastedParagraph) => pastedText(paragraph) === ''
const isCentered = ({ format }: PastedParagraph) => format.alignment === 'center'
const isAtRight = ({ format }: PastedParagraph) =>
  format.alignment === 'right' || format.alignment === 'end'

/** Removes emphasis of a whole heading or transition, which Fountain would not recognize otherwise. */
function spansOf(paragraph: PastedParagraph): readonly Span[] {
  const text = pastedText(paragraph)
  const isSetOff = isHeading(text) || isTransition(text)
  const spans = paragraph.isLine ? paragraph.spans : trimmedSpans(paragraph.spans)
  return isSetOff ? withoutCommonEmphasis(spans) : spans
}

/** Whether paragraphs say more than their plain text: emphasis, alignment, or where a paragraph ends. */
function saysMore(paragraphs: readonly PastedParagraph[], plain: string): boolean {
  const isEmphasized = paragraphs.some((each) =>
    spansOf(each).some((span) => span.bold || span.italic || span.underline),
  )
  const isAligned = paragraphs.some(
    (each) => !isEmpty(each) && (isCentered(each) || isAtRight(each)),
  )
  if (isEmphasized || isAligned || plain.trim() === '') return true
  const areLines = paragraphs.every(({ isLine }) => isLine) || paragraphs.length === 1
  return !areLines && !/\n[ \t]*\n/.test(plain) && !hasEmpty(paragraphs)
}

/** Whether empty paragraphs separate the others. */
const hasEmpty = (paragraphs: readonly PastedParagraph[]) =>
  paragraphs.some((each, n) => n > 0 && n < paragraphs.length - 1 && isEmpty(each))

/** Fountain for paragraphs without styles and indents. They are separated by empty lines unless they already are. */
function unstyledText(paragraphs: readonly PastedParagraph[]): string {
  const speeches = centeredSpeeches(paragraphs)
  const isSeparated = hasEmpty(paragraphs)
  return paragraphs
    .map((paragraph, n) => {
      const text = paragraphText(paragraph, speeches.has(paragraph))
      const before = paragraphs[n - 1]
      if (!before) return text
      const continues =
        speeches.has(paragraph) && speeches.has(before) && !isCue(pastedText(paragraph))
      const joins = isSeparated || continues || (paragraph.isLine && before.isLine)
      return (joins ? '\n' : '\n\n') + text
    })
    .join('')
}

function paragraphText(paragraph: PastedParagraph, isSpeech: boolean): string {
  if (isEmpty(paragraph)) return ''
  const text = markedText(spansOf(paragraph)).trimEnd()
  if (isSpeech) return text
  if (isCentered(paragraph)) return text.replaceAll(/^.+$/gm, (line) => `> ${line.trim()} <`)
  const isTransitionText = isUpperCase(text) && text.length <= MAX_TRANSITION_LENGTH
  return isAtRight(paragraph) && isTransitionText ? `> ${text}` : text
}

/** Centered paragraphs that begin with a name in capitals: some writers center cues and dialogue. */
function centeredSpeeches(paragraphs: readonly PastedParagraph[]): Set<PastedParagraph> {
  const spoken = new Set<PastedParagraph>()
  for (const [n, paragraph] of paragraphs.entries()) {
    if (!isCentered(paragraph) || isEmpty(paragraph)) continue
    const next = paragraphs[n + 1]
    const isFollowed = next && isCentered(next) && !isEmpty(next) && !isUpperCase(pastedText(next))
    const before = paragraphs[n - 1]
    const isStart = isCue(pastedText(paragraph)) && isFollowed
    if (isStart || (before && spoken.has(before))) spoken.add(paragraph)
  }
  return spoken
}

/** Whether programs use this name for the style of an element of a screenplay. */
export const isStyleName = (name: string): boolean => typeOfStyle(name) !== undefined

/**
 * Fountain for what is on the clipboard: the paragraphs of its HTML, and its plain text. Plain text that is not
 * recognised as a screenplay stays as it is, apart from its line breaks and non-breaking spaces.
 */
export function pastedFountain(paragraphs: readonly PastedParagraph[], text: string): string {
  const plain = text.replaceAll(/\r\n?/g, '\n').replaceAll('\u00a0', ' ')
  const hasText = paragraphs.some(({ spans }) => spansText(spans).trim() !== '')
  const styled = hasText ? written(draftOfParagraphs(paragraphs)) : ''
  if (styled !== '') return styled
  const rows = laidOutRows(plain)
  const laidOut = rows ? written(draftOfRows(rows)) : ''
  if (laidOut !== '') return laidOut
  return hasText && saysMore(paragraphs, plain) ? unstyledText(paragraphs) : plain
}

/** The text of a draft; empty if nothing in it was recognised as part of a screenplay. */
function written(draft: ScreenplayDraft | undefined): string {
  const isScreenplay = draft?.elements.some(
    ({ type }) => type === 'scene-heading' || type === 'character',
  )
  if (!draft || !isScreenplay) return ''
  // The script that it is pasted into has a page setup of its own.
  const titlePage = draft.titlePage?.filter((entry) => !isPageSetup(entry)) ?? []
  return fountainOf({ ...draft, titlePage }).trimEnd()
}
