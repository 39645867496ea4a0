import type { Screenplay, TitleEntry } from './elements.ts'
import { Body } from './parse/body.ts'
import { type Change, changeBetween } from './parse/change.ts'
import { canRejoinAt, elementToResumeAt, firstFrom } from './parse/joints.ts'
import { addMoved, keepSame } from './parse/reuse.ts'
import { readTitlePage } from './parse/title-page.ts'

const beforeTheFirstLine = /^\uFEFF?(?:[^\S\r\n]*(?:\r\n|[\r\n]))*/
const lineBreak = /\r\n|[\r\n]/g

/** Reads Fountain. Whatever the text, it is a screenplay: nothing is refused. */
export function parse(source: string): Screenplay {
  const { titlePage, body } = begin(source)
  while (body.step());
  return finish(source, titlePage, body)
}

/** Reads a text that was edited: only what the edit may have changed is read again. */
export function reparse(before: Screenplay, source: string): Screenplay {
  if (source === before.source) return before
  const change = changeBetween(before.source, source)
  if (mayCloseBoneyard(source, change)) return parse(source)
  const index = elementToResumeAt(before, change)
  const { titlePage, body } = index > 0 ? resume(before, source, index) : begin(source)
  readChange(body, before, change)
  keepSame(body.elements, before.elements, index)
  return finish(source, titlePage, body)
}

type Reading = { titlePage: TitleEntry[]; body: Body }

function begin(source: string): Reading {
  const lead = beforeTheFirstLine.exec(source)?.[0] ?? ''
  const line = 1 + countLineBreaks(lead)
  const titlePage = readTitlePage(source, lead.length, line)
  const last = titlePage.at(-1)
  const at = last?.end ?? lead.length
  const bodyLine = last ? last.line + countLineBreaks(source.slice(last.start, last.end)) : line
  return { titlePage, body: new Body(source, at, bodyLine, []) }
}

function resume(before: Screenplay, source: string, index: number): Reading {
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

/** Reads until an element is reached that was there before, and takes everything from there on. */
function readChange(body: Body, before: Screenplay, change: Change): void {
  const offset = change.endNow - change.endBefore
  let next = firstFrom(before.elements, change.endBefore)
  while (body.step()) {
    const at = body.reader.end
    while ((before.elements[next]?.start ?? Infinity) + offset < at) next += 1
    const old = before.elements[next]
    if (!old || old.start + offset !== at || !canRejoinAt(before, old, change.endBefore)) continue
    body.closeAt(at)
    const lines = body.reader.nextLine - old.line
    addMoved(body.elements, before.elements, next, { offset, lines })
    return
  }
}

/** A boneyard that nobody closed was read as text, perhaps far before the change. */
function mayCloseBoneyard(source: string, { from, endNow }: Change): boolean {
  if (!source.slice(Math.max(from - 1, 0), endNow + 1).includes('*/')) return false
  const opener = source.indexOf('/*')
  return opener >= 0 && opener < endNow
}

function countLineBreaks(text: string): number {
  return text.match(lineBreak)?.length ?? 0
}
