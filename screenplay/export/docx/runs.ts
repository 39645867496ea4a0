import { TextRun } from 'docx'
import { type Span, spansOf } from '../../emphasis.ts'
import { printable } from '../printable.ts'
import { FALLBACK_FONT } from './styles.ts'

/** Extended Latin, Greek and Cyrillic, which the embedded font lacks. */
const missingGlyphs =
  /([\u0100-\u0130\u0132-\u0151\u0154-\u024f\u0370-\u052f\u1c80-\u1c8f\u1d26-\u1d2b\u1e00-\u1fff\u2de0-\u2dff\ua640-\ua69f]+)/

/** Converts Fountain emphasis to Word runs; line breaks are kept. */
export function runsOf(text: string): TextRun[] {
  return spansOf(printable(text)).flatMap((span) =>
    span.text.split('\n').flatMap((line, n) => lineOf(line, span, n > 0)),
  )
}

function lineOf(line: string, span: Span, startsLine: boolean): TextRun[] {
  const formatting = {
    ...(span.bold && { bold: true }),
    ...(span.italic && { italics: true }),
    ...(span.underline && { underline: {} }),
  }
  const parts = missingGlyphs.test(line) ? line.split(missingGlyphs) : [line]
  return parts.flatMap((part, n) => {
    const begins = startsLine && n === 0
    if (part === '' && !begins) return []
    return new TextRun({
      text: part,
      ...formatting,
      ...(begins && { break: 1 }),
      ...(n % 2 === 1 && { font: FALLBACK_FONT }),
    })
  })
}
