import type { Edit } from '../../edit.ts'
import type { Screenplay } from '../../elements.ts'
import { editTo, followedBy } from '../apply-edit.ts'
import { contentEndBefore, type EmptyLine, emptyLineAfter, separatedLine } from '../empty-line.ts'
import { typeOfTyped } from '../flow/element-at.ts'
import { lineAt } from '../lines.ts'
import type { ElementChoice } from './line-text.ts'

/** Gives an empty line its marks, or a pending type. Null for speech where no speech can continue. */
export function changeEmptyLine(
  screenplay: Screenplay,
  at: number,
  type: ElementChoice,
): Edit | null {
  const { source } = screenplay
  const joins = type === 'dialogue' || type === 'parenthetical'
  const line = joins ? speechLine(screenplay, at) : separatedLine(source, at)
  if (!line) return null
  switch (type) {
    case 'action':
      return editTo(line.splices, line.at)
    case 'scene-heading':
    case 'character':
    case 'dialogue':
    case 'transition':
      return editTo(line.splices, line.at, type)
    case 'parenthetical':
      return marked(screenplay, line, '(', ')')
    case 'lyrics':
      return marked(screenplay, line, '~')
    case 'centered':
      return marked(screenplay, line, '> ', ' <')
    case 'section':
      return marked(screenplay, line, '# ')
    case 'synopsis':
      return marked(screenplay, line, '= ')
    default:
      return type satisfies never
  }
}

/** Marks on an empty line, with the cursor between them. */
function marked(screenplay: Screenplay, empty: EmptyLine, before: string, after = ''): Edit | null {
  return followedBy(screenplay, editTo(empty.splices, empty.at), ({ source }, at) => {
    const { start, end } = lineAt(source, at)
    return editTo([{ start, end, text: before + after }], start + before.length)
  })
}

/** An empty line in the speech above. */
function speechLine(screenplay: Screenplay, at: number): EmptyLine | undefined {
  const { source } = screenplay
  const line = lineAt(source, at)
  if (typeOfTyped(screenplay, line.start, 'x') === 'dialogue') return { splices: [], at }
  const end = contentEndBefore(source, line)
  if (end === undefined || typeOfTyped(screenplay, end, '\nx') !== 'dialogue') return undefined
  return emptyLineAfter(source, end, 0)
}
