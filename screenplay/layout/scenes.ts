import { EIGHTHS, type Pages } from './pages.ts'
import type { Element, Screenplay } from '../model/elements.ts'
import { plainText } from '../model/emphasis.ts'
import { pageOf } from './layout.ts'
import { characterName } from '../model/character-name.ts'

export type Scene = {
  /** The number in its heading, or else its position in the script, from 1. */
  number: string
  heading: string
  /** The range in the source, from its heading to the next one. */
  start: number
  end: number
  /** The number that is printed on the page it starts on. */
  page: string
  /** Its length in eighths of a page, at least one. */
  eighths: number
  /** The synopses directly below the heading, one per line. */
  synopsis: string
  /** Who speaks, in order of appearance. */
  characters: string[]
}

/** The printed rows of each scene, across pages, by its heading. */
function rowsOfScenes({ pages, capacity }: Pages): Map<Element, number> {
  const rows = new Map<Element, number>()
  let heading: Element | undefined
  let first = 0
  for (const { number, lines } of pages) {
    for (const { element, kind, row } of lines) {
      if (kind !== 'text') continue
      const at = number * capacity + row
      if (element.type === 'scene-heading' && element !== heading) {
        heading = element
        first = at
      }
      if (heading) rows.set(heading, Math.max(rows.get(heading) ?? 0, at - first + 1))
    }
  }
  return rows
}

function synopsisBelow(elements: readonly Element[], heading: number): string {
  const lines: string[] = []
  for (let at = heading + 1; at < elements.length; at += 1) {
    const { type, text } = elements[at] as Element
    if (type === 'synopsis') lines.push(plainText(text))
    // A note, such as the colour of the scene, may stand between.
    else if (type !== 'note') break
  }
  return lines.join('\n')
}

function speakersBelow(elements: readonly Element[], heading: number): string[] {
  const names = new Set<string>()
  for (let at = heading + 1; at < elements.length; at += 1) {
    const { type, text } = elements[at] as Element
    if (type === 'scene-heading') break
    if (type === 'character') names.add(characterName(text))
  }
  return [...names]
}

/** The scenes in order, each from its heading to the next. */
export function scenesOf(pages: Pages): Scene[] {
  const { source, elements }: Screenplay = pages.screenplay
  const rows = rowsOfScenes(pages)
  const scenes: Scene[] = []
  for (const [index, element] of elements.entries()) {
    if (element.type !== 'scene-heading') continue
    const previous = scenes.at(-1)
    if (previous) previous.end = element.start
    const length = (rows.get(element) ?? 0) / pages.capacity
    scenes.push({
      number: element.sceneNumber ?? String(scenes.length + 1),
      heading: plainText(element.text),
      start: element.start,
      end: source.length,
      page: pages.pages[(pageOf(pages, element) ?? 1) - 1]?.label ?? '1',
      eighths: Math.max(1, Math.round(length * EIGHTHS)),
      synopsis: synopsisBelow(elements, index),
      characters: speakersBelow(elements, index),
    })
  }
  return scenes
}
