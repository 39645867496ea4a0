export type Place = 'interior' | 'exterior' | 'both' | 'unknown'
export type TimeOfDay = 'day' | 'night' | 'unknown'

const both = /^(?:INT\.?\/EXT|EXT\.?\/INT|I\.?\/E)[.\s]/i
const interior = /^INT[.\s]/i
const exterior = /^(?:EXT|EST)[.\s]/i
const night = /\b(?:NIGHT|EVENING|MIDNIGHT|DUSK|SUNSET)\b/
const day = /\b(?:DAY|MORNING|AFTERNOON|NOON|DAWN|SUNRISE)\b/

export function placeOf(heading: string): Place {
  if (both.test(heading)) return 'both'
  if (interior.test(heading)) return 'interior'
  return exterior.test(heading) ? 'exterior' : 'unknown'
}

/** CONTINUOUS, LATER and the like repeat the time of the previous scene. */
export function timeOf(heading: string, previous: TimeOfDay): TimeOfDay {
  const time = lastPart(heading).toUpperCase()
  if (night.test(time)) return 'night'
  if (day.test(time)) return 'day'
  return /\b(?:CONTINUOUS|LATER|SAME|MOMENTS)\b/.test(time) ? previous : 'unknown'
}

/** Only the part after the last dash is a time: "INT. NIGHT CLUB - DAY". */
function lastPart(heading: string): string {
  const parts = heading.split(/\s[-–—]+\s/)
  return parts.length > 1 ? (parts.at(-1) ?? '') : ''
}
