import {
  isHeading,
  isSceneNumber,
  isUpperCase,
  joinedSegment,
  partOf,
  type Segment,
} from './rows.ts'

/** Inches from the script's left edge. */
const MARGIN = -0.3
const RIGHT_MARGIN = 5.4
const NEAR = 0.15

const number = /^(\S{1,20}) +(?=\S)/

/** Splits a segment into scene number and heading: a long number touches the heading. */
export function splitNumber(segment: Segment) {
  const [space = '', sceneNumber = ''] = number.exec(segment.text) ?? []
  if (!isSceneNumber(sceneNumber)) return undefined
  return { sceneNumber, heading: partOf(segment, space.length) }
}

type Numbered = { segment?: Segment; sceneNumber?: string }

/** The text of a row without revision marks and the scene's number in the margins, and that number. */
export function withoutMargins(segments: readonly Segment[], base: number): Numbered {
  const [first, ...others] = segments.filter(
    ({ text, left }) => text !== '*' || left < base + RIGHT_MARGIN,
  )
  if (!first) return {}
  const isInMargin = first.left < base + MARGIN
  if (isInMargin && others.length > 0 && isSceneNumber(first.text)) {
    return { segment: withoutRight(others, base, first.text).segment, sceneNumber: first.text }
  }
  const split = isInMargin ? splitNumber(first) : undefined
  const isSplit = split && (isHeading(split.heading.text) || isAtEdge(split.heading, base))
  if (isSplit) {
    const { heading, sceneNumber } = split
    return { segment: withoutRight([heading, ...others], base, sceneNumber).segment, sceneNumber }
  }
  return withoutRight([first, ...others], base)
}

const isAtEdge = ({ left, text }: Segment, base: number) =>
  Math.abs(left - base) < NEAR && isUpperCase(text)

/** The same number again in the right margin, or the only one, which may be close to the heading. */
function withoutRight(
  segments: readonly Segment[],
  base: number,
  known?: string,
): { segment: Segment; sceneNumber?: string } {
  const last = segments.at(-1)!
  const isOutside = last.left > base + RIGHT_MARGIN && isSceneNumber(last.text)
  if (isOutside && segments.length > 1) {
    const segment = joinedSegment(segments.slice(0, -1))
    const isOnly = !known && isUpperCase(segment.text)
    return { segment, ...(isOnly && { sceneNumber: last.text }) }
  }
  const segment = joinedSegment(segments)
  const end = segment.text.slice(segment.text.lastIndexOf(' ') + 1)
  const text = segment.text.slice(0, -end.length)
  const heading = text.trimEnd()
  const isNumber = known ? end === known : text.length - heading.length > 1 && isSceneNumber(end)
  if (!isNumber || segment.right < base + RIGHT_MARGIN || !isUpperCase(segment.text)) {
    return { segment }
  }
  return { segment: partOf(segment, 0, heading.length), ...(!known && { sceneNumber: end }) }
}
