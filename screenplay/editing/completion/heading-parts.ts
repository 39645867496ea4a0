const introPattern = /^(?:INT\.?\/EXT|EXT\.?\/INT|INT|EXT|EST|I\.?\/E)[.\s]\s*/i
const dash = /\s[-–—]+\s/g

/** How long the intro of a heading is, with the dot and space after it. */
export const introLength = (heading: string): number => introPattern.exec(heading)?.[0].length ?? 0

/** The end of the last dash between spaces; -1 if there is none. */
export function lastDashEnd(text: string): number {
  let end = -1
  for (const { index, 0: found } of text.matchAll(dash)) end = index + found.length
  return end
}

/** "INT. HOUSE - KITCHEN - DAY": the time is what follows the last dash. */
export function splitHeading(heading: string): { location: string; time: string } {
  const place = heading.slice(introLength(heading)).trim()
  const end = lastDashEnd(place)
  if (end < 0) return { location: place, time: '' }
  const before = place.slice(0, end).trimEnd()
  return { location: before.replace(/[-–—]+$/, '').trimEnd(), time: place.slice(end) }
}
