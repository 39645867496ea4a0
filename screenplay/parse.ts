import type { Screenplay } from './elements.ts'
import { Body } from './parse/body.ts'
import { readTitlePage } from './parse/title-page.ts'

const beforeTheFirstLine = /^\uFEFF?(?:[^\S\r\n]*(?:\r\n|[\r\n]))*/

/** Reads Fountain. Whatever the text, it is a screenplay: nothing is refused. */
export function parse(source: string): Screenplay {
  const lead = beforeTheFirstLine.exec(source)?.[0] ?? ''
  const line = 1 + (lead.match(/\r\n|[\r\n]/g)?.length ?? 0)
  const titlePage = readTitlePage(source, lead.length, line)
  const last = titlePage.at(-1)
  const lastLines = last ? source.slice(last.start, last.end).match(/\r\n|[\r\n]/g)?.length : 0
  const body = new Body(
    source,
    last?.end ?? lead.length,
    (last?.line ?? line) + (lastLines ?? 0),
    [],
  )
  while (body.step());
  if (last) last.end = body.elements[0]?.start ?? source.length
  return { source, titlePage, elements: body.elements }
}
