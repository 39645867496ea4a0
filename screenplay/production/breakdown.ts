import { csvOf } from '../../contract/csv.ts'
import { plainText } from '../model/emphasis.ts'
import type { Pages } from '../layout/pages.ts'
import { scenesOf } from '../layout/scenes.ts'
import { printedPart } from '../model/printed-words.ts'
import { countWords } from '../model/words.ts'
import type { Element } from '../model/elements.ts'
import { isSpeech } from '../model/line-reader.ts'
import { characterName } from '../model/character-name.ts'
import { presenceOf } from '../model/statistics.ts'

export const breakdownColumns = [
  'scene',
  'setting',
  'location',
  'time',
  'page',
  'eighths',
  'characters',
  'synopsis',
  'notes',
  'words',
] as const
type BreakdownColumn = (typeof breakdownColumns)[number]

const setting = /^(INT\.?\/EXT|EXT\.?\/INT|INT|EXT|EST|I\.?\/E)(?:\.\s*|\s+)/i
const time = /^(.*\S)\s+[-–—]+\s+(.*)$/s
const boneyard = /\/\*[^]*?\*\//g
const note = /\[\[(?!=== )[^]*?\]\]/g

function readHeading(heading: string) {
  const found = setting.exec(heading)
  const rest = heading.slice(found?.[0].length ?? 0).trim()
  const [, location = rest, timeOfDay = ''] = time.exec(rest) ?? []
  return { setting: found?.[1]?.toUpperCase().replaceAll('.', '') ?? '', location, time: timeOfDay }
}

/** One row for each scene, as CSV. */
export function breakdownOf(pages: Pages, titles: Record<BreakdownColumn, string>): string {
  const { source } = pages.screenplay
  const rows = scenesOf(pages).map((scene) => {
    // What is commented out, such as an omitted scene, is not shot.
    const text = source.slice(scene.start, scene.end).replaceAll(boneyard, '')
    const values: Record<BreakdownColumn, string | number> = {
      scene: scene.number,
      ...readHeading(plainText(scene.heading)),
      page: scene.page,
      eighths: scene.eighths,
      characters: scene.characters.join('; '),
      synopsis: scene.synopsis,
      notes: text.match(note)?.length ?? 0,
      words: countWords(printedPart(text)),
    }
    return breakdownColumns.map((column) => values[column])
  })
  const header = breakdownColumns.map((column) => titles[column])
  return csvOf([header, ...rows])
}

type Sides = {
  /** The pages with scenes of the character, without the others. */
  pages: Pages
  /** The rows of the character's speeches, by page number. */
  rows: ReadonlyMap<number, readonly number[]>
}

const endsSpeech = ({ type, apart }: Element) =>
  apart === true || !(isSpeech(type) || type === 'note' || type === 'boneyard')

/** The elements of scenes in which a character speaks or is named, and those that the character speaks. */
function elementsOf(elements: readonly Element[], character: string) {
  const scenes = presenceOf(elements).map(({ speaking, named }) =>
    [...speaking, ...named].includes(character),
  )
  const shown = new Set<Element>()
  const spoken = new Set<Element>()
  let scene = -1
  let isSpeaking = false
  for (const element of elements) {
    if (element.type === 'scene-heading') scene += 1
    if (!scenes[scene]) continue
    shown.add(element)
    if (element.type === 'character') isSpeaking = characterName(element.text) === character
    else if (endsSpeech(element)) isSpeaking = false
    if (isSpeaking) spoken.add(element)
  }
  return { shown, spoken }
}

/** What an actor needs for a character: the pages of the script, with the character's scenes only. */
export function sidesOf(pages: Pages, character: string): Sides {
  const { shown, spoken } = elementsOf(pages.screenplay.elements, character)
  const rows = new Map<number, number[]>()
  const kept = pages.pages.flatMap((page) => {
    const lines = page.lines.filter(({ element }) => shown.has(element))
    if (lines.length === 0) return []
    const marked = lines.filter(({ element }) => spoken.has(element)).map(({ row }) => row)
    rows.set(
      page.number,
      [...new Set(marked)].toSorted((one, other) => one - other),
    )
    return [{ ...page, lines }]
  })
  return { pages: { ...pages, titlePages: [], pages: kept }, rows }
}
