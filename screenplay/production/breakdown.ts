import { csvOf } from '../../contract/csv.ts'
import { plainText } from '../emphasis.ts'
import type { Pages } from '../layout/pages.ts'
import { scenesOf } from '../scenes.ts'
import { countWords } from '../words.ts'

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
      words: countWords(text),
    }
    return breakdownColumns.map((column) => values[column])
  })
  const header = breakdownColumns.map((column) => titles[column])
  return csvOf([header, ...rows])
}
