import type { ScenePlace } from './comparison.ts'
import { plainText } from '../emphasis.ts'
import { parse } from '../parse.ts'

export type SceneText = ScenePlace & {
  /** With line breaks normalized to '\n', and without the empty lines at its end. */
  text: string
  /** Its heading in capitals with normalized spaces, for comparisons. */
  place: string
}

/** The scenes of a script, each from its heading to the next, and first what precedes them, if anything does. */
export function sceneTexts(source: string): SceneText[] {
  const headings = parse(source).elements.filter(({ type }) => type === 'scene-heading')
  const scenes = headings.map((element, index) => {
    const { start, text } = element
    const end = headings[index + 1]?.start ?? source.length
    return sceneOf(source, { number: index + 1, heading: plainText(text), start, end })
  })
  const end = scenes[0]?.start ?? source.length
  return end > 0 ? [sceneOf(source, { number: 0, heading: '', start: 0, end }), ...scenes] : scenes
}

function sceneOf(source: string, place: ScenePlace): SceneText {
  const text = source.slice(place.start, place.end).trimEnd()
  return {
    ...place,
    text: text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text,
    place: place.heading.toUpperCase().replaceAll(/\s+/g, ' ').trim(),
  }
}
