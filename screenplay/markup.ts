import type { Screenplay } from './elements.ts'
import { isUnprinted, partOf } from './layout/blocks.ts'
import { pageStyleOf } from './layout/page-style.ts'
import { printedPositions } from './page-map/printed-positions.ts'

type SourceRange = { start: number; end: number }

export type Markup = {
  /** What does not print: forcing characters, emphasis markers, notes, scene numbers. */
  hidden: SourceRange[]
  /** The emphasised text. */
  styles: (SourceRange & { bold?: true; italic?: true; underline?: true })[]
}

const NONE: Markup = { hidden: [], styles: [] }

/**
 * Spaces at the end of a line do not print, but a writer is about to go on behind them. Those between a marker and
 * its text are part of it.
 */
function hiddenRange(source: string, start: number, end: number): SourceRange[] {
  const lines = source.slice(start, end).split('\n')
  let at = start
  const isLineEnd = end === source.length || source[end] === '\n'
  return lines.flatMap((line, index) => {
    const from = at
    at += line.length + 1
    const length = line.trimEnd().length
    if (length === 0) return []
    const isBeforeText = index === lines.length - 1 && !isLineEnd
    return [{ start: from, end: from + (isBeforeText ? line.length : length) }]
  })
}

/** An element's markup, in source offsets. Elements that do not print have none: all of it is shown. */
export function markupOf(screenplay: Screenplay, index: number): Markup {
  const { source, elements } = screenplay
  const element = elements[index]
  if (!element || isUnprinted(element) || element.type === 'page-break') return NONE
  const { start, contentEnd } = element
  const part = partOf(element, 'flow', pageStyleOf(screenplay), element.dual)
  if (!part) return NONE
  const isPlain = element.text === source.slice(start, contentEnd) && part.styled.spans.length <= 1
  if (isPlain && part.text.length === contentEnd - start) return NONE
  const { at } = printedPositions(source, element, part.text)
  const hidden: SourceRange[] = []
  let shown = start
  for (let offset = 0; offset < part.text.length; offset += 1) {
    const position = at(offset)
    if (position > shown) hidden.push(...hiddenRange(source, shown, position))
    shown = Math.max(shown, position + 1)
  }
  if (shown < contentEnd) hidden.push(...hiddenRange(source, shown, contentEnd))
  const styles: Markup['styles'] = []
  let offset = 0
  for (const { text, ...style } of part.styled.spans) {
    const [from, to] = [at(offset), at(offset + text.length - 1) + 1]
    offset += text.length
    if (style.bold || style.italic || style.underline)
      styles.push({ start: from, end: to, ...style })
  }
  return { hidden, styles }
}
