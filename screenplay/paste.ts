import { isPageSetup } from './elements.ts'
import { typeOfStyle } from './import/by-style.ts'
import { draftOfRows } from './import/indented.ts'
import { draftOfParagraphs } from './import/paragraphs.ts'
import { laidOutRows } from './import/plain-text.ts'
import { spansText } from './import/spans.ts'
import { type PastedParagraph, saysMore, unstyledText } from './pasting/unstyled-text.ts'
import { fountainOf } from './write.ts'
import type { ScreenplayDraft } from './write/draft.ts'

export type { PastedParagraph }

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
