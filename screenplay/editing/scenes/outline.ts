import type { Element, Screenplay } from '../../elements.ts'

/**
 * A scene, from its heading to the next heading or section; or a section, with what follows it up to the next
 * heading or section. So a scene that is moved never takes the title of the next act with it. `contentEnd` is
 * before the empty lines at its end. The text before the first item belongs to no item.
 */
export type OutlineItem = {
  isScene: boolean
  start: number
  contentEnd: number
  end: number
}

/** The scenes and sections of a script, in order and without gaps. */
export function outlineOf({ elements, source }: Screenplay): OutlineItem[] {
  const items: OutlineItem[] = []
  for (const element of elements) {
    const last = items.at(-1)
    const isItem = element.type === 'scene-heading' || element.type === 'section'
    if (last && isItem) last.end = element.start
    else if (last) last.contentEnd = element.contentEnd
    if (isItem) items.push(itemOf(element, source.length))
  }
  return items
}

const itemOf = ({ type, start, contentEnd }: Element, end: number): OutlineItem => ({
  isScene: type === 'scene-heading',
  start,
  contentEnd,
  end,
})
