import type { Screenplay } from '../elements.ts'
import { plainText } from '../emphasis.ts'

export type Scene = {
  /** Its place in the script, from 1, and the number in its heading. */
  position: number
  number: string | undefined
  /** The heading in words, without its number. */
  heading: string
  /** The parts of its location: "MIRA'S HOUSE - KITCHEN - NIGHT" has two. */
  places: string[]
  /** The text below the heading, without white space around it. */
  text: string
}

const intro = /^(?:INT\.?\/EXT|EXT\.?\/INT|INT|EXT|EST|I\.?\/E)[.\s]+/i
const time =
  /^(?:(?:early|late|same|next|the|that|following) )*(?:day|night|morning|evening|afternoon|noon|midnight|dawn|dusk|sunset|sunrise|continuous|later|moments later|same|same time|time)$/

/** Lower case words without punctuation, so that small differences in typing do not count. */
export const wordsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

function placesOf(heading: string): string[] {
  const parts = heading.replace(intro, '').split(/\s[-–—]+\s|[/,;:]/u)
  return parts.map(wordsOf).filter((part) => part !== '' && !time.test(part))
}

/** The words of the lines of a text, without empty ones. */
export const linesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(/\r\n|[\r\n]/)
      .map(wordsOf)
      .filter((line) => line !== ''),
  )

/** The scenes of a script, and the text of its body before the first one. */
export function scenesOf({ source, elements }: Screenplay): { before: string; scenes: Scene[] } {
  const headings = elements.filter(({ type }) => type === 'scene-heading')
  const first = elements[0]?.start ?? source.length
  const scenes = headings.map(({ text, sceneNumber, contentEnd }, at) => {
    const heading = plainText(text)
    return {
      position: at + 1,
      number: sceneNumber,
      heading: wordsOf(heading),
      places: placesOf(heading),
      text: source.slice(contentEnd, headings[at + 1]?.start ?? source.length).trim(),
    }
  })
  return { before: source.slice(first, headings[0]?.start ?? source.length), scenes }
}
