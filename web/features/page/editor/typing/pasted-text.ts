import { pastedFountain } from '../../../../../screenplay/editing.ts'
import { htmlParagraphs } from './html-paragraphs.ts'

/** Fountain for what is on the clipboard, as HTML and as plain text. */
export const pastedText = ({ html, text }: { html: string; text: string }): string =>
  pastedFountain(html.trim() === '' ? [] : htmlParagraphs(html), text)
