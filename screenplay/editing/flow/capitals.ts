import type { Screenplay } from '../../elements.ts'
import { columnOf } from '../../layout/columns.ts'
import { pageStyleOf } from '../../layout/page-style.ts'
import { markupOf } from '../../markup.ts'
import type { Splice } from '../../splices.ts'
import { introLength } from '../completion/heading-parts.ts'

/**
 * What puts a heading or a cue in capitals, as it is printed. Notes and the scene number stay as they are, and so does
 * the name of a forced cue such as @McCLANE. `language` is a tag: 'i' in capitals differs in Turkish.
 */
export function capitalsOf(screenplay: Screenplay, index: number, language?: string): Splice[] {
  const element = screenplay.elements[index]
  if (element?.type !== 'scene-heading' && element?.type !== 'character') return []
  const { type, start, contentEnd, dual, text } = element
  if (!columnOf(type, dual, pageStyleOf(screenplay).columns, text)?.capitals) return []
  const source = screenplay.source.slice(start, contentEnd)
  const hidden = markupOf(screenplay, index).hidden.values()
  let next = hidden.next().value
  const line = source.trimStart()
  // The intro is what makes it a heading, in any language.
  const intro = type === 'scene-heading' ? contentEnd - line.length + introLength(line) : 0
  const isNameKept = type === 'character' && line.startsWith('@')
  const splices: Splice[] = []
  let at = start
  let depth = 0
  for (const letter of source) {
    const end = at + letter.length
    if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    const capital = at < intro ? letter.toUpperCase() : letter.toLocaleUpperCase(language)
    while (next && next.end <= at) next = hidden.next().value
    const isHidden = next !== undefined && next.start <= at
    if (capital !== letter && !isHidden && !(isNameKept && depth <= 0)) {
      const last = splices.at(-1)
      if (last?.end === at) splices.splice(-1, 1, { ...last, end, text: last.text + capital })
      else splices.push({ start: at, end, text: capital })
    }
    at = end
  }
  return splices
}
