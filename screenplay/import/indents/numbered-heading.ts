import { isHeading, isSceneNumber, type Segment } from './rows.ts'

const MARGIN = 0.3
const number = /^(\S{1,20}) +(?=\S)/

/** Splits a segment into scene number and heading: a long number touches the heading. */
export function splitNumber({ text, left, right }: Segment) {
  const [space = '', sceneNumber = ''] = number.exec(text) ?? []
  const heading = text.slice(space.length)
  if (!isSceneNumber(sceneNumber) || !isHeading(heading)) return undefined
  const cell = (right - left) / text.length
  return { sceneNumber, heading: { text: heading, left: left + space.length * cell, right } }
}

/** The heading and its number, if they are one segment that starts in the margin. */
export function numberedHeading(
  segments: readonly Segment[],
  base: number,
): { segment: Segment; sceneNumber: string } | undefined {
  const [first, ...rest] = segments
  const split = first && first.left < base - MARGIN ? splitNumber(first) : undefined
  if (!split) return undefined
  const { sceneNumber, heading } = split
  const others = rest.filter(({ text }) => text !== '*')
  const words = [heading, ...others].map(({ text }) => text).join('  ')
  const text = words.endsWith(` ${sceneNumber}`)
    ? words.slice(0, -sceneNumber.length).trimEnd()
    : words
  return { segment: { text, left: heading.left, right: heading.right }, sceneNumber }
}
