import { type Context, isBlank } from './context.ts'
import { AnswerFault } from './fault.ts'
import { countBreaks, gapAfter, gapBefore, isSameText } from './line-breaks.ts'
import { headingIn, newText, requireNoPlaceholder } from './new-text.ts'
import type { Change } from './types.ts'

/** The change that `<text>` makes: replaces exactly the target, but keeps the white space at its ends. */
export function textChange(written: string, context: Context): Change | null {
  const { script, screenplay, target } = context
  if (!target) throw new AnswerFault('bad_tag', 'There is no range that a <text> could replace.')
  const { start, end } = target
  const old = script.slice(start, end)
  if (isSameText(old, written)) return null
  const text = newText(written, context).trim()
  if (isSameText(old, text)) return null
  requireNoPlaceholder(text, context)
  const first = start + gapBefore(old).length
  const hasHeading = screenplay.elements.some(
    (element) => element.type === 'scene-heading' && element.start === first && first < end,
  )
  const heading = headingIn(text)
  if (hasHeading && !isBlank(text) && !heading?.isFirst) {
    throw new AnswerFault(
      'lost_heading',
      'The range begins with a scene heading, the new text does not.',
    )
  }
  return {
    kind: 'text',
    id: null,
    heading: heading?.heading ?? '',
    start,
    end,
    text: atPlaceOf(old, text, context),
  }
}

function atPlaceOf(old: string, text: string, context: Context): string {
  if (isBlank(old)) return old + betweenParagraphs(text, context)
  // A deletion also removes the white space at the end of the target.
  return isBlank(text) ? gapBefore(old) : gapBefore(old) + text + gapAfter(old)
}

/** Text to insert at an empty target, with empty lines around it unless the target is within a line. */
function betweenParagraphs(text: string, { script, target, lineBreak }: Context): string {
  const [above, below] = [script.slice(0, target?.end), script.slice(target?.end)]
  const [gap, next] = [gapAfter(above), gapBefore(below)]
  const startsLine = isBlank(above) || countBreaks(gap) > 0
  const endsLine = isBlank(below) || countBreaks(next) > 0
  if (isBlank(text) || !(startsLine || (endsLine && gap === ''))) return text
  const missing = (breaks: number) => lineBreak.repeat(Math.max(0, 2 - breaks))
  const top = isBlank(above) ? '' : missing(countBreaks(gap))
  return top + text + (isBlank(below) ? '' : missing(countBreaks(next)))
}
