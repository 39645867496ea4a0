import type { Element, Screenplay } from './elements.ts'
import { plainText } from './emphasis.ts'
import { runningTime } from './layout/length.ts'
import type { Pages } from './layout/pages.ts'
import { pageOf } from './layout/layout.ts'
import { type Presence, presenceOf } from './statistics/presence.ts'
import { type Place, placeOf, type TimeOfDay, timeOf } from './statistics/scene-heading.ts'
import { countSpeech, type Speaker } from './statistics/speech.ts'
import { countWords } from './words.ts'

export type { Presence, Speaker, TimeOfDay }

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
  /** All words of the text. */
  words: number
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
    words: countWords(screenplay.source),
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
