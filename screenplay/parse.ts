import type { Screenplay, TitleEntry } from './elements.ts'
import { Body } from './parse/body.ts'
import { type Change, changeBetween } from './parse/change.ts'
import { resumeIndex } from './parse/resume-points.ts'
import { appendShifted, reuseEqual } from './parse/reuse.ts'
import { readTitlePage } from './parse/title-page.ts'
import { parseUntilKnown } from './parse/until-known.ts'

const leadingBlank = /^\uFEFF?(?:[^\S\r\n]*(?:\r\n|[\r\n]))*/
const lineBreak = /\r\n|[\r\n]/g

/** Parses Fountain. Never fails: every text is a valid screenplay. */
export function parse(source: string): Screenplay {
  const { titlePage, body } = begin(source)
  while (body.step());
  return finish(source, titlePage, body)
}

/** Only the title page. */
export const titlePageOf = (source: string): TitleEntry[] => begin(source).titlePage

/**
 * Incremental parse after an edit: only what the edit may have affected is parsed again. `known` is where the
 * texts differ, if the caller knows it.
 */
export function reparse(before: Screenplay, source: string, known?: Change): Screenplay {
  if (source === before.source) return before
  const change = known ?? changeBetween(before.source, source)
  if (mayCloseBoneyard(source, change)) return parse(source)
  const index = resumeIndex(before, change)
  const { titlePage, body } = index > 0 ? resume(before, source, index) : begin(source)
  const rest = parseUntilKnown(body, before, change)
  if (rest) appendShifted(body.elements, before.elements, rest)
  reuseEqual(body.elements, before.elements, index)
  return finish(source, titlePage, body)
}

type ParseState = { titlePage: TitleEntry[]; body: Body }

function begin(source: string): ParseState {
  const lead = leadingBlank.exec(source)?.[0] ?? ''
  const line = 1 + countLineBreaks(lead)
  const titlePage = readTitlePage(source, lead.length, line)
  const last = titlePage.at(-1)
  const at = last?.end ?? lead.length
  const bodyLine = last ? last.line + countLineBreaks(source.slice(last.start, last.end)) : line
  return { titlePage, body: new Body(source, at, bodyLine, []) }
}

function resume(before: Screenplay, source: string, index: number): ParseState {
  const { start = 0, line = 1 } = before.elements[index] ?? {}
  const kept = before.elements.slice(0, index)
  return { titlePage: before.titlePage, body: new Body(source, start, line, kept) }
}

function finish(source: string, titlePage: TitleEntry[], body: Body): Screenplay {
  const last = titlePage.at(-1)
  const end = body.elements[0]?.start ?? source.length
  if (last && last.end !== end) titlePage = [...titlePage.slice(0, -1), { ...last, end }]
  return { source, titlePage, elements: body.elements }
}

/** Whether an edit may close a boneyard that opens long before it and was parsed as text until now. */
function mayCloseBoneyard(source: string, { from, endNow }: Change): boolean {
  if (!source.slice(Math.max(from - 1, 0), endNow + 1).includes('*/')) return false
  const opener = source.indexOf('/*')
  return opener >= 0 && opener < endNow
}

function countLineBreaks(text: string): number {
  return text.match(lineBreak)?.length ?? 0
}
