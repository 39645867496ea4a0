import { fromCue, type Person } from './people.ts'
import type { Place } from './words/places.ts'
import { tokensOf } from './words/tokens.ts'
import { portable } from './words/word-lists.ts'

const HEADING = /^\s*(?:\.(?=[\p{L}\p{N}])|(?:int|ext|est|i\/e|int\.?\/ext)[. ])/iu
const CUE = /^\s*(@?)([^()]{1,40}?)\s*(\([^()]*\))?\s*\^?\s*$/u

/** A longer line is prose, whatever it begins with. */
const MAX_LINE = 200

export const isHeading = (line: string): boolean => line.length <= MAX_LINE && HEADING.test(line)

/** The name in a character cue, or undefined if the line is not one. */
export function cueName(lines: readonly string[], at: number): string | undefined {
  const line = lines[at] ?? ''
  if (line === '' || line.length > MAX_LINE) return undefined
  const isAlone = (lines[at - 1] ?? '').trim() === '' && (lines[at + 1] ?? '').trim() !== ''
  if (!isAlone || isHeading(line) || /^\s*[>=#!.~]|:\s*$/.test(line)) return undefined
  const [, force = '', name = ''] = CUE.exec(line) ?? []
  const isCapital = /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name)
  return name.trim() !== '' && (force !== '' || isCapital) ? name.trim() : undefined
}

/** Place and time of a scene heading. */
export function settingOf(line: string): { place: Place; time: string | undefined } {
  const bare = line.trim().replace(/\s*#[^#]*#\s*$/, '')
  const [, kind = '', rest = ''] = /^(\.|[\p{L}./]+\.?)\s*(.*)$/u.exec(bare) ?? []
  const parts = rest.split(/\s+[-\u2013\u2014]\s+/)
  const time = parts.length > 1 ? parts.pop()?.trim().toUpperCase() : undefined
  const name = parts.join(' - ').trim().toLowerCase() || 'same place'
  return { place: { name, spoken: `the ${name}`, inside: /^i/i.test(kind) }, time }
}

export type Outline = {
  lines: string[]
  /** Line numbers of the scene headings. */
  headings: number[]
  /** By number of lines, most first. */
  people: Person[]
  /** The portable thing mentioned most often. */
  thing: string | undefined
}

function mostFrequent(words: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word)
}

export function outlineOf(script: string): Outline {
  const lines = script.split(/\r\n|\r|\n/)
  const cues = lines.map((_, at) => cueName(lines, at)).filter((name) => name !== undefined)
  const things = tokensOf(script.slice(0, 100_000))
    .map(({ lower }) => lower)
    .filter((word) => portable.has(word))
  const [thing] = mostFrequent(things)
  return {
    lines,
    headings: [...lines.keys()].filter((at) => isHeading(lines[at] ?? '')),
    people: mostFrequent(cues).map(fromCue),
    thing: thing === undefined ? undefined : `the ${thing}`,
  }
}
