import type { Edit, Selection } from './edit.ts'
import type { Screenplay } from './elements.ts'
import { changeElement } from './editing/change/change-element.ts'
import { elementWith } from './editing/flow/element-at.ts'
import { isBlank, linesBetween } from './editing/lines.ts'

/** Changes the selected paragraphs to this type, or to action if all of them already have it. */
export function toggleElement(
  screenplay: Screenplay,
  selection: Selection,
  type: 'synopsis' | 'section' | 'centered' | 'lyrics',
): Edit | null {
  const { source } = screenplay
  const from = Math.min(selection.anchor, selection.head)
  const to = Math.max(selection.anchor, selection.head)
  const lines = linesBetween(source, from, to).filter((line) => !isBlank(source, line))
  const isAll = lines.every((line) => elementWith(screenplay, line.start)?.type === type)
  return changeElement(screenplay, selection, lines.length > 0 && isAll ? 'action' : type)
}
