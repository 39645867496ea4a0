import type { Element, Screenplay } from './elements.ts'
import { plainText } from './emphasis.ts'
import { characterName } from './character-name.ts'
import { printedWordCounter, type WordCounts } from './printed-words.ts'
import { countWords } from './words.ts'
import { runningTime, type Pages } from '../layout/pages.ts'
import { pageOf } from '../layout/layout.ts'

/** Who is in a scene; each name once, in order of appearance. */
export type Presence = {
  speaking: string[]
  /** Named in the action, without a line. */
  named: string[]
}

const letter = String.raw`[\p{L}\p{N}\p{M}]`
const escaped = (name: string) => name.replaceAll(/[$()*+.?[\\\]^{|}-]/g, String.raw`\$&`)

/** RUI or Rui, but not rui: in lower case a name is often a word. */
const isNameForm = (found: string): boolean => !/^\p{Ll}/u.test(found)

/** Finds all names at once, the longest first: OLD RUI is not RUI. */
function nameFinder(names: readonly string[]): (text: string) => string[] {
  if (names.length === 0) return () => []
  const longestFirst = names.toSorted((one, other) => other.length - one.length).map(escaped)
  const pattern = new RegExp(`(?<!${letter}-?)(?:${longestFirst.join('|')})(?!-?${letter})`, 'giu')
  return (text) =>
    (text.match(pattern) ?? []).filter(isNameForm).map((found) => found.toUpperCase())
}

/** Who is in each scene, in order. Text above the first heading belongs to no scene. */
export function presenceOf(elements: readonly Element[]): Presence[] {
  const cues = elements.filter(({ type }) => type === 'character')
  const names = new Set(cues.map(({ text }) => characterName(text)))
  names.delete('')
  const namesIn = nameFinder([...names])
  const scenes: { speaking: Set<string>; named: Set<string> }[] = []
  for (const { type, text } of elements) {
    if (type === 'scene-heading') scenes.push({ speaking: new Set(), named: new Set() })
    const scene = scenes.at(-1)
    if (!scene) continue
    if (type === 'character') scene.speaking.add(characterName(text))
    else if (type === 'action')
      for (const name of namesIn(plainText(text))) if (names.has(name)) scene.named.add(name)
  }
  return scenes.map(({ speaking, named }) => ({
    speaking: [...speaking],
    named: [...named].filter((name) => !speaking.has(name)),
  }))
}

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

export type Speaker = {
  name: string
  /** The number of speeches, of words, and of scenes with a speech. */
  lines: number
  words: number
  scenes: number
}

type Counted = Speaker & { lastScene: number }

/** Counts printed words without cues, in total and per character. */
export function countSpeech(elements: readonly Element[]) {
  const speakers = new Map<string, Counted>()
  let speaker: Counted | undefined
  let scene = 0
  let printed = 0
  let spoken = 0
  for (const { type, text, apart } of elements) {
    switch (type) {
      case 'note':
      case 'boneyard':
        break
      case 'section':
      case 'synopsis':
      case 'page-break':
        speaker = undefined
        break
      case 'character':
        speaker = speakerNamed(speakers, characterName(text))
        speaker.lines += 1
        if (speaker.lastScene !== scene) speaker.scenes += 1
        speaker.lastScene = scene
        break
      case 'dialogue':
      case 'lyrics': {
        if (apart) speaker = undefined
        const count = countWords(text)
        printed += count
        spoken += count
        if (speaker) speaker.words += count
        break
      }
      case 'parenthetical':
        printed += countWords(text)
        break
      case 'scene-heading':
      case 'action':
      case 'transition':
      case 'centered':
        if (type === 'scene-heading') scene += 1
        printed += countWords(text)
        speaker = undefined
    }
  }
  const characters = Array.from(speakers.values(), ({ name, lines, words: count, scenes }) => {
    return { name, lines, words: count, scenes }
  })
  characters.sort((one, other) => other.words - one.words || other.lines - one.lines)
  return { printed, spoken, characters }
}

function speakerNamed(speakers: Map<string, Counted>, name: string): Counted {
  let speaker = speakers.get(name)
  if (!speaker) {
    speaker = { name, lines: 0, words: 0, scenes: 0, lastScene: -1 }
    speakers.set(name, speaker)
  }
  return speaker
}

type Scene = {
  heading: string
  number?: string
  place: Place
  time: TimeOfDay
  /** The page it starts on, and its line in the source. */
  page: number
  line: number
}

export type Statistics = {
  pages: number
  /** In seconds. */
  runningTime: number
  words: WordCounts
  /** The share of printed words, names above speeches left out, that is spoken or sung, 0 to 1. */
  dialogueShare: number
  /** Scene counts, by place and by time of day. */
  scenes: { count: number; places: Record<Place, number>; times: Record<TimeOfDay, number> }
  sceneList: Scene[]
  /** Most words first. */
  characters: Speaker[]
}

/** Who speaks and who is named in each scene. */
export const presenceByScene = ({ elements }: Screenplay): Presence[] => presenceOf(elements)

export function statistics(screenplay: Screenplay, pages: Pages): Statistics {
  const sceneList = scenesOf(screenplay.elements, pages)
  const { printed, spoken, characters } = countSpeech(screenplay.elements)
  return {
    pages: pages.pages.length,
    runningTime: runningTime(pages),
    words: printedWordCounter()(screenplay),
    dialogueShare: printed === 0 ? 0 : spoken / printed,
    scenes: {
      count: sceneList.length,
      places: countBy(['interior', 'exterior', 'both', 'unknown'], sceneList, 'place'),
      times: countBy(['day', 'night', 'unknown'], sceneList, 'time'),
    },
    sceneList,
    characters,
  }
}

function scenesOf(elements: readonly Element[], pages: Pages): Scene[] {
  let time: TimeOfDay = 'unknown'
  const scenes: Scene[] = []
  for (const element of elements) {
    if (element.type !== 'scene-heading') continue
    const heading = plainText(element.text)
    time = timeOf(heading, time)
    const page = pageOf(pages, element) ?? 1
    const scene: Scene = { heading, place: placeOf(heading), time, page, line: element.line }
    if (element.sceneNumber !== undefined) scene.number = element.sceneNumber
    scenes.push(scene)
  }
  return scenes
}

function countBy<Key extends 'place' | 'time'>(
  values: readonly Scene[Key][],
  scenes: readonly Scene[],
  key: Key,
): Record<Scene[Key], number> {
  const counts = values.map((value) => [
    value,
    scenes.filter((scene) => scene[key] === value).length,
  ])
  return Object.fromEntries(counts) as Record<Scene[Key], number>
}
