import { hasPlaceholder } from '../answer/placeholder.ts'
import { plainText } from '../emphasis.ts'
import { parse } from '../parse.ts'
import { tidy } from '../tidy.ts'
import { type Context, isBlank } from './context.ts'
import { AnswerFault } from './fault.ts'
import { withLineBreaks, withoutBlankLines } from './line-breaks.ts'

/** What a model wrote as part of a script: repaired, without blank lines around it. */
export function newText(written: string, context: Context): string {
  return withLineBreaks(withoutBlankLines(repaired(written, context)), context.lineBreak)
}

/** A whole script: repaired, without the line break after its tag. */
export function scriptText(written: string, context: Context): string {
  const text = repaired(written.replace(/^[^\S\r\n]*(?:\r\n|[\r\n])/u, ''), context)
  return isBlank(context.script) ? text : withLineBreaks(text, context.lineBreak)
}

const repaired = (written: string, { hasCurlyQuotes, names }: Context): string =>
  tidy(written, { names, keepsQuotes: hasCurlyQuotes, keepsTags: true }).text

/** The first heading of a text, and whether the text begins with it. */
export function headingIn(text: string): { heading: string; isFirst: boolean } | undefined {
  const { elements, titlePage } = parse(text)
  const at = elements.findIndex(({ type }) => type === 'scene-heading')
  if (at === -1) return undefined
  return {
    heading: plainText(elements[at]?.text ?? ''),
    isFirst: at === 0 && titlePage.length === 0,
  }
}

export function requireNoPlaceholder(text: string, { lines }: Context): void {
  if (!hasPlaceholder(parse(text), lines)) return
  throw new AnswerFault(
    'placeholder',
    'It stands for text that it leaves out, as in "[rest unchanged]": what an edit contains has to be complete.',
  )
}
