import type { Screenplay } from './elements.ts'

/** The text that was read, put together from its parts. */
export function write(screenplay: Screenplay): string {
  const parts = [...screenplay.titlePage, ...screenplay.elements]
  const { source } = screenplay
  const lead = source.slice(0, parts[0]?.start ?? source.length)
  return lead + parts.map((part) => source.slice(part.start, part.end)).join('')
}
