import { heading } from '../fountain.ts'
import { isHeading, settingOf } from '../outline.ts'
import { timeOf } from '../words/mood.ts'
import { commonPlaces, namedPlace, type Place } from '../words/places.ts'
import { namesIn } from '../words/names.ts'
import { tokensOf } from '../words/tokens.ts'
import type { Outline } from '../outline.ts'
import type { Revision } from './revision.ts'

type Setting = { place: Place; time: string | undefined }

const ordinals = new Map<string, number>([
  ['first', 0],
  ['second', 1],
  ['third', 2],
  ['fourth', 3],
  ['fifth', 4],
  ['last', -1],
])

/** The index of the scene the request names ("the second scene", "scene 3"); undefined means all. */
export function sceneAsked(request: string): number | undefined {
  const [, word = '', number = ''] =
    /\b(first|second|third|fourth|fifth|last)\s+scene\b|\bscene\s+(\d{1,3})\b/i.exec(request) ?? []
  if (number !== '') return Number(number) - 1
  return ordinals.get(word.toLowerCase())
}

function withSettings(outline: Outline, request: string, change: (old: Setting) => Setting) {
  const asked = sceneAsked(request)
  const only = asked === undefined ? undefined : outline.headings.at(asked)
  return outline.lines.map((line, at) => {
    if (!isHeading(line) || (only !== undefined && at !== only)) return line
    const { place, time } = change(settingOf(line))
    return heading(place, time ?? 'DAY')
  })
}

/** "Make it night." */
export const timing: Revision = ({ request, outline }) => {
  const time = timeOf(request)
  const isAsked =
    /\b(?:make|set|change|turn|move|play|let)\b[^.!?]{0,60}$|\b(?:make|set|change|turn|move)\b/i
  if (time === undefined || outline.headings.length === 0 || !isAsked.test(request))
    return undefined
  const lines = withSettings(outline, request, ({ place }) => ({ place, time }))
  return { lines, done: `set at ${time.toLowerCase()}` }
}

/** "Set it in a submarine", "move the story to Lisbon". */
export const moving: Revision = ({ request, outline }) => {
  const where =
    /\b(?:set|move|put|relocate)\s+(?:it|this|everything|all|(?:the|this) (?:\w+ )?(?:script|story|scenes?|action|whole thing))\s+((?:in|to|on|at|into|inside|aboard)\s.{3,80})/i.exec(
      request,
    )?.[1]
  if (where === undefined || outline.headings.length === 0) return undefined
  const tokens = tokensOf(where.replace(/^to /i, 'in '))
  const [name] = namesIn(tokens, 'english').places
  const place = name === undefined ? commonPlaces(tokens)[0] : namedPlace(name)
  if (place === undefined) return undefined
  const lines = withSettings(outline, request, ({ time }) => ({ place, time }))
  return { lines, done: `moved to ${place.spoken}` }
}
